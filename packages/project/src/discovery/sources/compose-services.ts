import { posix } from 'node:path';
import { parseEnv } from 'node:util';
import { at, isLiteralRecord, type Literal, type LiteralRecord, mapTexts } from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import { escapePattern, lineOf } from '../project-files.ts';
import { interpolate } from '../variables.ts';
import type { SourceContext } from './source.ts';

/** In the order of docker compose. */
const FILES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];

export interface ComposeService {
  readonly name: string;
  readonly file: string;
  readonly line: number | undefined;
  readonly image: Literal;
  readonly environment: LiteralRecord;
  /** Container ports and the host ports they are published at. */
  readonly ports: readonly { readonly container: number; readonly published: Literal }[];
}

export interface Compose {
  readonly services: readonly ComposeService[];
  readonly problem?: { readonly file: string; readonly text: string };
}

/** The services of the compose file and its override, with variables substituted. */
export async function readCompose(context: SourceContext): Promise<Compose> {
  const base = await context.files.readFirst(FILES);
  if (!base) return { services: [] };
  const override = await context.files.readFirst([base.path.replace(/(\.ya?ml)$/, '.override$1')]);
  const services = new Map<string, ComposeService>();
  for (const { path, text } of override ? [base, override] : [base]) {
    const parsed = await parseYaml(text);
    if ('problem' in parsed)
      return { services: [...services.values()], problem: { file: path, text: parsed.problem } };
    const document = mapTexts(parsed.documents[0], (value) => interpolate(value, context.variables));
    for (const service of await servicesOf(document, path, text, context))
      services.set(service.name, merged(services.get(service.name), service));
  }
  return { services: [...services.values()] };
}

async function servicesOf(
  document: Literal,
  file: string,
  text: string,
  context: SourceContext,
): Promise<ComposeService[]> {
  const services = at(document, 'services');
  if (!isLiteralRecord(services)) return [];
  const read = Object.entries(services).map(async ([name, service]) => ({
    name,
    file,
    line: lineOf(text, new RegExp(`^[ \\t]+["']?${escapePattern(name)}["']?:`, 'm')),
    image: at(service, 'image'),
    environment: await environmentOf(service, at(document, 'secrets'), context),
    ports: portsOf(at(service, 'ports')),
  }));
  return Promise.all(read);
}

function merged(base: ComposeService | undefined, override: ComposeService): ComposeService {
  if (!base) return override;
  return {
    ...base,
    image: override.image ?? base.image,
    environment: { ...base.environment, ...override.environment },
    ports: [...override.ports, ...base.ports],
  };
}

async function environmentOf(
  service: Literal,
  secrets: Literal,
  context: SourceContext,
): Promise<LiteralRecord> {
  const { files } = context;
  const read = async (path: Literal) =>
    typeof path === 'string' ? await files.read(posix.normalize(path)) : undefined;
  const environment: Record<string, Literal> = {};
  for (const entry of listOf(at(service, 'env_file'))) {
    const text = await read(isLiteralRecord(entry) ? at(entry, 'path') : entry);
    Object.assign(environment, parseEnv(text ?? ''));
  }
  const written = at(service, 'environment');
  Object.assign(environment, isLiteralRecord(written) ? written : pairsOf(listOf(written), context));
  // `POSTGRES_PASSWORD_FILE: /run/secrets/name`: the content of that secret's file in the project.
  for (const [key, value] of Object.entries(environment)) {
    const secret = key.endsWith('_FILE') ? /^\/run\/secrets\/(.+)$/.exec(String(value))?.[1] : undefined;
    const text = secret === undefined ? undefined : await read(at(secrets, secret, 'file'));
    if (text !== undefined) environment[key.slice(0, -'_FILE'.length)] ??= text.trim();
  }
  return environment;
}

function listOf(value: Literal): readonly Literal[] {
  return Array.isArray(value) ? value : [value];
}

/** `NAME=value`; a bare name takes its value from the environment. */
function pairsOf(list: readonly Literal[], { variables }: SourceContext): LiteralRecord {
  const pairs = list
    .filter((item) => typeof item === 'string')
    .map((item): [string, Literal] => {
      const sign = item.indexOf('=');
      return sign < 0 ? [item, variables.find(item)] : [item.slice(0, sign), item.slice(sign + 1)];
    });
  return Object.fromEntries(pairs);
}

function portsOf(written: Literal): ComposeService['ports'] {
  if (!Array.isArray(written)) return [];
  return written.flatMap((port: Literal) => {
    if (isLiteralRecord(port))
      return [{ container: Number(at(port, 'target')), published: at(port, 'published') }];
    return typeof port === 'string' || typeof port === 'number' ? shortPort(String(port)) : [];
  });
}

/** `[address:][published:]container[/protocol]` */
function shortPort(written: string): ComposeService['ports'] {
  const [container, published] = written
    .replace(/\/\w+$/, '')
    .split(':')
    .reverse();
  return [{ container: Number(container), published: published || undefined }];
}
