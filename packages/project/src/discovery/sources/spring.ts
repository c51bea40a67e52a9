import type { Draft } from '../found.ts';
import { isLiteralRecord, type Literal } from '../literal/literal.ts';
import { parseProperties } from '../literal/properties.ts';
import { parseYaml } from '../literal/yaml.ts';
import { escapePattern, lineOf } from '../project-files.ts';
import { substitute, type Variables } from '../variables.ts';
import type { SourceContext } from './source.ts';

/** A later folder wins over an earlier one; within a folder, properties win over YAML. As in Spring Boot. */
const FOLDERS = ['src/main/resources/', 'src/main/resources/config/', '', 'config/'];
const EXTENSIONS = ['yml', 'yaml', 'properties'];
const ON_PROFILE = ['spring.config.activate.on-profile', 'spring.profiles'];

interface Setting {
  readonly value: Literal;
  readonly line: number | undefined;
}

type SpringDocument = ReadonlyMap<string, Setting>;
type Settings = Map<string, Setting & { readonly file: string }>;

/** `spring.datasource.*` of the default profile, or of the profile that the settings activate. */
export async function readSpring(context: SourceContext): Promise<readonly Draft[]> {
  const settings: Settings = new Map();
  const problems = await readAll('application', undefined, settings, context);
  const profile = settings.get('spring.profiles.active') ?? settings.get('spring.profiles.default');
  const active = typeof profile?.value === 'string' ? profile.value.split(',')[0]?.trim() : undefined;
  if (active) {
    problems.push(...(await readAll('application', active, settings, context)));
    problems.push(...(await readAll(`application-${active}`, active, settings, context)));
  }
  const draft = springDraft(settings, context.variables);
  return [...(draft ? [draft] : []), ...problems];
}

async function readAll(
  name: string,
  profile: string | undefined,
  settings: Settings,
  { files }: SourceContext,
): Promise<Draft[]> {
  const problems: Draft[] = [];
  for (const file of FOLDERS.flatMap((folder) => EXTENSIONS.map((end) => `${folder}${name}.${end}`))) {
    const text = await files.read(file);
    const parsed = text === undefined ? { documents: [] } : await parseDocuments(file, text);
    if ('problem' in parsed) problems.push({ file, problems: [parsed.problem] });
    else
      for (const document of parsed.documents.filter((one) => appliesTo(profile, one)))
        for (const [key, setting] of document) settings.set(key, { ...setting, file });
  }
  return problems;
}

async function parseDocuments(
  file: string,
  text: string,
): Promise<{ readonly documents: readonly SpringDocument[] } | { readonly problem: string }> {
  if (file.endsWith('.properties')) return { documents: parseProperties(text) };
  const parsed = await parseYaml(text);
  if ('problem' in parsed) return parsed;
  const settingOf = ([key, value]: [string, Literal]) =>
    [key, { value, line: lineOfKey(text, key) }] as const;
  return { documents: parsed.documents.map((document) => new Map(flattened(document).map(settingOf))) };
}

function appliesTo(profile: string | undefined, document: SpringDocument): boolean {
  const setting = ON_PROFILE.map((key) => document.get(key)).find((found) => found !== undefined);
  if (setting?.value === undefined) return true;
  const profiles = String(setting.value).split(/[,|\s]+/);
  return profile !== undefined && profiles.includes(profile);
}

/** `spring: {datasource: {url: …}}` as `spring.datasource.url`. */
function flattened(value: Literal, path: readonly string[] = []): [string, Literal][] {
  if (!isLiteralRecord(value)) return [[path.join('.'), value]];
  return Object.entries(value).flatMap(([key, inner]) => flattened(inner, [...path, key]));
}

function lineOfKey(text: string, key: string): number | undefined {
  const last = key.split('.').at(-1) ?? '';
  return lineOf(text, new RegExp(`^[ \\t]*(?:[\\w.-]+\\.)?${escapePattern(last)}[ \\t]*:`, 'm'));
}

function springDraft(settings: Settings, variables: Variables): Draft | undefined {
  const find = (...keys: readonly string[]) => settings.get(keys.find((key) => settings.has(key)) ?? '');
  const address = find('spring.datasource.url', 'spring.datasource.jdbc-url', 'spring.r2dbc.url');
  if (address === undefined) return undefined;
  const read = (name: string) =>
    resolved(find(`spring.datasource.${name}`, `spring.r2dbc.${name}`)?.value, variables);
  const { file, line } = address;
  return {
    file,
    line,
    key: 'spring.datasource.url',
    address: resolved(address.value, variables),
    user: read('username'),
    password: read('password'),
  };
}

const PLACEHOLDER = /\$\{([^${}:]+)(?::([^${}]*))?\}/g;

/** Ends circular references. */
const MAX_DEPTH = 10;

/** `${NAME:default}`, the innermost placeholder first. */
function resolved(value: Literal, variables: Variables, depth = 0): Literal {
  if (typeof value !== 'string' || depth >= MAX_DEPTH) return value;
  const filled = substitute(
    value,
    PLACEHOLDER,
    ([, name = '', fallback]) => variables.find(name) ?? fallback ?? variables.get(name),
  );
  return filled === value ? value : resolved(filled, variables, depth + 1);
}
