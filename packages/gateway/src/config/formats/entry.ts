import { isRecord } from '@molehill/core/record';
import * as z from 'zod';
import { type DeclaredLaunch, type DeclaredServer, unusable } from '../declared.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const texts = z.record(z.string(), scalar.nullable()).transform((values): Record<string, string> => {
  const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return Object.fromEntries(given);
});
const names = z.array(z.string().min(1));

/** The fields that clients have in common. Other fields are ignored. */
const entrySchema = z.object({
  type: z.string().optional(),
  command: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
  args: z.array(scalar).optional(),
  env: texts.optional(),
  environment: texts.optional(),
  envFile: z.string().min(1).exactOptional(),
  cwd: z.string().min(1).exactOptional(),
  url: z.string().min(1).optional(),
  headers: texts.optional(),
  enabled: z.boolean().optional(),
  disabled: z.boolean().optional(),
});

/** The fields of Molehill's own files. */
const settingsSchema = z.object({
  framing: z.enum(['newline', 'content-length']).default('newline'),
  shared: z.boolean().exactOptional(),
  timeoutMs: z.int().min(1).exactOptional(),
  allow: names.exactOptional(),
  deny: names.exactOptional(),
  favourites: names.exactOptional(),
  budget: z.int().min(0).exactOptional(),
});

/** Every other field, known or not, needs a new approval when it changes. */
const HARMLESS: ReadonlySet<string> = new Set([
  'enabled',
  'disabled',
  'timeoutMs',
  // Tools that become allowed are new, and withheld until they are approved.
  'allow',
  'deny',
  'favourites',
  'budget',
]);

type Entry = z.output<typeof entrySchema>;
type Framing = z.output<typeof settingsSchema>['framing'];

const kinds: Readonly<Record<string, DeclaredLaunch['kind']>> = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'http',
  remote: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

export function readEntry(
  value: unknown,
  { hasSettings }: { readonly hasSettings: boolean },
): DeclaredServer {
  const entry = parse(entrySchema, value);
  const { framing, ...settings } = parse(settingsSchema, hasSettings ? value : {});
  const launch = launchOf(entry, framing);
  const enabled = entry.enabled ?? (entry.disabled === undefined ? undefined : !entry.disabled);
  return {
    ...(launch && { launch }),
    settings: { ...settings, ...(enabled !== undefined && { enabled }) },
    decisive: decisiveOf(value),
  };
}

function decisiveOf(value: unknown): Record<string, unknown> {
  const fields = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(fields.filter(([name]) => !HARMLESS.has(name)));
}

/** Fields that no part of the configuration uses. */
export function unusedFields(decisive: Readonly<Record<string, unknown>>): readonly [string, unknown][] {
  const used = { ...entrySchema.shape, ...settingsSchema.shape };
  return Object.entries(decisive).filter(([name]) => !Object.hasOwn(used, name));
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw unusable(`${issue?.path.join('.') || 'the entry'} is invalid: ${issue?.message}`);
}

function launchOf(entry: Entry, framing: Framing): DeclaredLaunch | undefined {
  const kind = kindOf(entry);
  if (kind === 'stdio') return stdioOf(entry, framing);
  if (kind === undefined) return undefined;
  if (entry.url === undefined) throw unusable(`it has the type ${entry.type} and no url`);
  return { kind, url: entry.url, headers: entry.headers ?? {} };
}

function kindOf({ type, command, url }: Entry): DeclaredLaunch['kind'] | undefined {
  if (type === undefined && command !== undefined && url !== undefined)
    throw unusable('it has both a command and a url; remove one of them');
  if (type === undefined) return command !== undefined ? 'stdio' : url !== undefined ? 'http' : undefined;
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind) return kind;
  throw unusable(`its type "${type.slice(0, 40)}" is not one of ${Object.keys(kinds).join(', ')}`);
}

function stdioOf({ args = [], env, environment, envFile, cwd, ...entry }: Entry, framing: Framing) {
  const [command, ...first] = typeof entry.command === 'string' ? [entry.command] : (entry.command ?? []);
  if (!command) throw unusable('it has no command');
  return {
    kind: 'stdio' as const,
    command,
    args: [...first, ...args],
    env: { ...environment, ...env },
    ...(envFile !== undefined && { envFile }),
    ...(cwd !== undefined && { cwd }),
    framing,
  };
}
