import { posix } from 'node:path';
import {
  at,
  entriesOf,
  isLiteralRecord,
  type Literal,
  type LiteralRecord,
  mapTexts,
} from '../literal/literal.ts';
import { parseYaml } from '../literal/yaml.ts';
import { escapePattern, lineOf } from '../project-files.ts';
import { interpolate, parseEnvText } from '../variables.ts';
import { portsOf, type ServicePort } from './compose-ports.ts';
import type { SourceContext } from './source.ts';

/** In the order of docker compose. */
const BASES = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'];
/** Read in addition to the first file. The later of them wins, as with several `-f` options. */
const VARIANTS = ['override', 'db', 'local', 'dev', 'development'];
const MAX_FILES = 20;

export interface ComposeService {
  readonly name: string;
  /** Every name by which other containers reach it. */
  readonly names: readonly string[];
  /** As the project names it. */
  readonly file: string;
  readonly line: number | undefined;
  readonly image: Literal;
  /** Whether it is built from the project's sources, or runs in them. */
  readonly isOwn: boolean;
  readonly environment: LiteralRecord;
  readonly dependsOn: readonly string[];
  readonly ports: readonly ServicePort[];
  /** Folders of the project that it keeps its data in, relative to the compose file's folder. */
  readonly mounts: readonly string[];
}

export interface Compose {
  readonly services: readonly ComposeService[];
  readonly problems: readonly { readonly file: string; readonly text: string }[];
}

/** The services of the compose files, with variables substituted. */
export async function readCompose(context: SourceContext): Promise<Compose> {
  const pending = await composeFiles(context);
  const seen = new Set<string>();
  const services = new Map<string, ComposeService>();
  const problems: { file: string; text: string }[] = [];
  for (const file of pending) {
    if (seen.has(file) || seen.size >= MAX_FILES) continue;
    seen.add(file);
    const text = (await context.files.read(file)) ?? '';
    const parsed = await parseYaml(text);
    if ('problem' in parsed) {
      problems.push({ file, text: parsed.problem });
      continue;
    }
    const document = mapTexts(parsed.documents[0], (value) => interpolate(value, context.variables));
    pending.push(...includesOf(document, posix.dirname(file)));
    for (const service of await servicesOf(document, file, text, context))
      services.set(service.name, merged(services.get(service.name), service));
  }
  return { services: [...services.values()], problems };
}

async function composeFiles({ files }: SourceContext): Promise<string[]> {
  const names = (await files.list('')).map(({ name }) => name);
  const base = BASES.find((name) => names.includes(name));
  const stems = base === undefined ? BASES : [base, ...BASES];
  const variants = VARIANTS.flatMap((variant) => {
    const variantNames = stems.map((name) => name.replace(/(\.ya?ml)$/, `.${variant}$1`));
    return variantNames.filter((name) => names.includes(name)).slice(0, 1);
  });
  return [...(base === undefined ? [] : [base]), ...variants];
}

/** `include: [path]`, or `{path}` with one or several paths. */
function includesOf(document: Literal, folder: string): string[] {
  return listOf(at(document, 'include'))
    .flatMap((entry) => (isLiteralRecord(entry) ? listOf(at(entry, 'path')) : [entry]))
    .flatMap((path) => (typeof path === 'string' ? [posix.join(folder, path)] : []));
}

async function servicesOf(
  document: Literal,
  file: string,
  text: string,
  context: SourceContext,
): Promise<ComposeService[]> {
  const folder = posix.dirname(file);
  const read = entriesOf(at(document, 'services')).map(async ([name, service]) => ({
    name,
    names: namesOf(name, service),
    file: context.files.nameOf(file),
    line: lineOf(text, new RegExp(`^[ \\t]+["']?${escapePattern(name)}["']?:`, 'm')),
    image: at(service, 'image') ?? (await baseImage(at(service, 'build'), folder, context)),
    isOwn: at(service, 'build') !== undefined || runsInProject(at(service, 'volumes')),
    environment: await environmentOf(service, at(document, 'secrets'), folder, context),
    dependsOn: namesIn(at(service, 'depends_on')),
    ports: portsOf(service),
    mounts: mountsOf(at(service, 'volumes'), folder),
  }));
  return Promise.all(read);
}

function namesIn(value: Literal): string[] {
  if (isLiteralRecord(value)) return Object.keys(value);
  return listOf(value).filter((item) => typeof item === 'string');
}

/** `./data:/app/data`; the whole project is not data. */
function mountsOf(volumes: Literal, folder: string): string[] {
  return listOf(volumes).flatMap((volume) => {
    const source = typeof volume === 'string' ? volume.split(':')[0] : at(volume, 'source');
    if (typeof source !== 'string' || !source.startsWith('./')) return [];
    const path = posix.join(folder, source).replace(/\/$/, '');
    return path === '.' || path === '' ? [] : [path];
  });
}

/** `.:/app` */
function runsInProject(volumes: Literal): boolean {
  return listOf(volumes).some((volume) => {
    const source = typeof volume === 'string' ? volume.split(':')[0] : at(volume, 'source');
    return source === '.' || source === './';
  });
}

function namesOf(name: string, service: Literal): string[] {
  const aliases = entriesOf(at(service, 'networks')).flatMap(([, network]) => listOf(at(network, 'aliases')));
  const others = [at(service, 'container_name'), at(service, 'hostname'), ...aliases];
  return [name, ...others.filter((other) => typeof other === 'string')];
}

/** The last `FROM` of the Dockerfile of an image that the project builds. */
async function baseImage(build: Literal, folder: string, { files }: SourceContext): Promise<Literal> {
  const context = typeof build === 'string' ? build : at(build, 'context');
  const dockerfile = at(build, 'dockerfile');
  if (typeof context !== 'string') return undefined;
  const name = typeof dockerfile === 'string' ? dockerfile : 'Dockerfile';
  const path = posix.join(folder, context, name);
  if (path.startsWith('..')) return undefined;
  const stages = (await files.read(path))?.match(/^FROM\s+(?:--\S+\s+)*(\S+)/gim);
  return stages?.at(-1)?.split(/\s+/).at(-1);
}

function merged(base: ComposeService | undefined, override: ComposeService): ComposeService {
  if (!base) return override;
  // The place that names the image is the more telling one.
  const place = base.image === undefined && override.image !== undefined ? override : base;
  return {
    ...place,
    names: [...new Set([...base.names, ...override.names])],
    image: override.image ?? base.image,
    isOwn: base.isOwn || override.isOwn,
    environment: { ...base.environment, ...override.environment },
    dependsOn: [...base.dependsOn, ...override.dependsOn],
    ports: [...override.ports, ...base.ports],
    mounts: [...override.mounts, ...base.mounts],
  };
}

async function environmentOf(
  service: Literal,
  secrets: Literal,
  folder: string,
  context: SourceContext,
): Promise<LiteralRecord> {
  const read = async (path: Literal) =>
    typeof path === 'string' ? await context.files.read(posix.join(folder, path)) : undefined;
  const environment: Record<string, Literal> = {};
  for (const entry of listOf(at(service, 'env_file'))) {
    const text = await read(isLiteralRecord(entry) ? at(entry, 'path') : entry);
    Object.assign(environment, Object.fromEntries(parseEnvText(text ?? '')));
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
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** `NAME=value`; a bare name takes its value from the environment. */
function pairsOf(list: readonly Literal[], { variables }: SourceContext): LiteralRecord {
  return Object.fromEntries(list.flatMap((item) => pairOf(item, (name) => variables.find(name))));
}

function pairOf(item: Literal, find: (name: string) => Literal): [string, Literal][] {
  if (typeof item !== 'string') return [];
  const sign = item.indexOf('=');
  return [sign < 0 ? [item, find(item)] : [item.slice(0, sign), item.slice(sign + 1)]];
}
