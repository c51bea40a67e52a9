import type { Draft } from '../found.ts';
import { isLiteralRecord, type Literal, Unknown, unset } from '../literal/literal.ts';
import { parseProperties } from '../literal/properties.ts';
import { parseYaml } from '../literal/yaml.ts';
import { escapePattern, lineOf } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import type { SourceContext } from './source.ts';

/** The later folder wins over the earlier, and in one folder properties win over YAML, as in Spring Boot. */
const FOLDERS = ['src/main/resources/', 'src/main/resources/config/', '', 'config/'];
const ENDINGS = ['yml', 'yaml', 'properties'];

interface Setting {
  readonly value: Literal;
  readonly file: string;
  readonly line: number | undefined;
}

type Settings = Map<string, Setting>;

/** `spring.datasource.*` under the default profile, or under the one that the settings make active. */
export async function readSpring(context: SourceContext): Promise<readonly Draft[]> {
  const settings: Settings = new Map();
  const problems = await readAll('application', undefined, settings, context);
  const profile = settings.get('spring.profiles.active') ?? settings.get('spring.profiles.default');
  const active = typeof profile?.value === 'string' ? profile.value.split(',')[0]?.trim() : undefined;
  if (active) {
    problems.push(...(await readAll('application', active, settings, context)));
    problems.push(...(await readAll(`application-${active}`, active, settings, context)));
  }
  const draft = draftOf(settings, context.variables);
  return [...(draft ? [draft] : []), ...problems];
}

async function readAll(
  name: string,
  profile: string | undefined,
  settings: Settings,
  context: SourceContext,
): Promise<Draft[]> {
  const problems: Draft[] = [];
  for (const folder of FOLDERS) {
    for (const ending of ENDINGS) {
      const file = `${folder}${name}.${ending}`;
      const text = await context.files.read(file);
      if (text === undefined) continue;
      const problem =
        ending === 'properties'
          ? addProperties(text, file, profile, settings)
          : await addYaml(text, file, profile, settings);
      if (problem !== undefined) problems.push({ file, problems: [problem] });
    }
  }
  return problems;
}

const ON_PROFILE = ['spring.config.activate.on-profile', 'spring.profiles'];

function applies(onProfile: Literal, profile: string | undefined): boolean {
  return (
    onProfile === undefined ||
    (profile !== undefined &&
      String(onProfile)
        .split(/[,|\s]+/)
        .includes(profile))
  );
}

function addProperties(
  text: string,
  file: string,
  profile: string | undefined,
  settings: Settings,
): undefined {
  for (const document of parseProperties(text)) {
    const onProfile = document.find(({ key }) => ON_PROFILE.includes(key))?.value;
    if (!applies(onProfile, profile)) continue;
    for (const { key, value, line } of document) settings.set(key, { value, file, line });
  }
}

async function addYaml(
  text: string,
  file: string,
  profile: string | undefined,
  settings: Settings,
): Promise<string | undefined> {
  const parsed = await parseYaml(text);
  if ('problem' in parsed) return parsed.problem;
  for (const document of parsed.documents) {
    const flat = new Map(flattened(document, ''));
    const onProfile = ON_PROFILE.map((key) => flat.get(key)).find((value) => value !== undefined);
    if (!applies(onProfile, profile)) continue;
    for (const [key, value] of flat) settings.set(key, { value, file, line: lineOfKey(text, key) });
  }
  return undefined;
}

/** `spring: {datasource: {url: …}}` as `spring.datasource.url`. */
function flattened(value: Literal, prefix: string): [string, Literal][] {
  if (!isLiteralRecord(value)) return [[prefix, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flattened(inner, prefix === '' ? key : `${prefix}.${key}`),
  );
}

function lineOfKey(text: string, key: string): number | undefined {
  const last = key.split('.').at(-1) ?? '';
  return lineOf(text, new RegExp(`^[ \\t]*(?:[\\w.-]+\\.)?${escapePattern(last)}[ \\t]*:`, 'm'));
}

function draftOf(settings: Settings, variables: Variables): Draft | undefined {
  const address =
    settings.get('spring.datasource.url') ??
    settings.get('spring.datasource.jdbc-url') ??
    settings.get('spring.r2dbc.url');
  if (address === undefined) return undefined;
  const read = (name: string) =>
    filled(
      settings.get(`spring.datasource.${name}`)?.value ?? settings.get(`spring.r2dbc.${name}`)?.value,
      variables,
    );
  const { file, line } = address;
  return {
    file,
    line,
    key: 'spring.datasource.url',
    address: filled(address.value, variables),
    user: read('username'),
    password: read('password'),
  };
}

const PLACEHOLDER = /\$\{([^${}:]+)(?::([^${}]*))?\}/g;

/** `${NAME:default}`; the innermost first. */
function filled(value: Literal, variables: Variables): Literal {
  if (typeof value !== 'string') return value;
  let problem: Unknown | undefined;
  let text = value;
  for (let before = ''; before !== text && problem === undefined; ) {
    before = text;
    text = text.replace(PLACEHOLDER, (whole: string, name: string, usual?: string) => {
      const found = variables.find(name) ?? usual;
      if (typeof found === 'string') return found;
      problem = found instanceof Unknown ? found : unset(name);
      return whole;
    });
  }
  return problem ?? text;
}
