import * as z from 'zod';
import { type DeclaredLaunch, type DeclaredServer, type Extras, unusable } from '../declared.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const texts = z.record(z.string(), scalar.nullable()).transform(withoutNulls);
const names = z.array(z.string().min(1));

/** The fields that clients agree on. What else they write is theirs. */
const entrySchema = z.object({
  type: z.string().optional(),
  command: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
  args: z.array(scalar).optional(),
  env: texts.optional(),
  environment: texts.optional(),
  envFile: z.string().min(1).optional(),
  cwd: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  headers: texts.optional(),
  enabled: z.boolean().optional(),
  disabled: z.boolean().optional(),
});

const extrasSchema = z.object({
  framing: z.enum(['newline', 'content-length']).optional(),
  shared: z.boolean().optional(),
  timeoutMs: z.int().min(1).optional(),
  allow: names.optional(),
  deny: names.optional(),
  favourites: names.optional(),
});

type Entry = z.output<typeof entrySchema>;
type OwnExtras = z.output<typeof extrasSchema>;

const kinds: Readonly<Record<string, DeclaredLaunch['kind']>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  remote: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

/** `own` entries may also carry what only Molehill knows. */
export function readEntry(value: unknown, { own }: { readonly own: boolean }): DeclaredServer {
  const entry = checked(entrySchema, value);
  const extras: OwnExtras = own ? checked(extrasSchema, value) : {};
  const launch = launchOf(entry, extras.framing ?? 'newline');
  return { ...(launch && { launch }), extras: extrasOf(entry, extras) };
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') || 'the entry';
  throw unusable(`${where} is not usable: ${issue?.message ?? 'wrong form'}`);
}

function launchOf(entry: Entry, framing: 'newline' | 'content-length'): DeclaredLaunch | undefined {
  const kind = kindOf(entry);
  if (kind === undefined) return undefined;
  if (kind === 'stdio') return stdioOf(entry, framing);
  if (entry.url === undefined) throw unusable(`it is of type ${entry.type} and has no url`);
  return { kind, url: entry.url, headers: entry.headers ?? {} };
}

function kindOf({ type, command, url }: Entry): DeclaredLaunch['kind'] | undefined {
  if (command !== undefined && url !== undefined && type === undefined)
    throw unusable('it has both a command and a url; one of them must go');
  if (type === undefined) return command !== undefined ? 'stdio' : url !== undefined ? 'http' : undefined;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind) return kind;
  throw unusable(`its type "${type.slice(0, 40)}" is not one of ${Object.keys(kinds).join(', ')}`);
}

function stdioOf(entry: Entry, framing: 'newline' | 'content-length'): DeclaredLaunch {
  const [command, ...first] = typeof entry.command === 'string' ? [entry.command] : (entry.command ?? []);
  if (!command) throw unusable('it has no command');
  return {
    kind: 'stdio',
    command,
    args: [...first, ...(entry.args ?? [])],
    env: { ...entry.environment, ...entry.env },
    ...(entry.envFile !== undefined && { envFile: entry.envFile }),
    ...(entry.cwd !== undefined && { cwd: entry.cwd }),
    framing,
  };
}

function extrasOf(entry: Entry, { framing: _, ...own }: OwnExtras): Extras {
  const enabled = entry.enabled ?? (entry.disabled === undefined ? undefined : !entry.disabled);
  return withoutUndefined({ ...own, enabled });
}

function withoutUndefined(values: { [K in keyof Extras]: Extras[K] | undefined }): Extras {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function withoutNulls(values: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
