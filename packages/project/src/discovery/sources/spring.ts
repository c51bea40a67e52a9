import { unsupportedIn } from '../address.ts';
import type { Draft } from '../found.ts';
import { Unknown } from '../literal/literal.ts';
import { escapePattern } from '../project-files.ts';
import type { SourceContext } from './source.ts';
import { canonical, type PlacedSetting, SpringSettings } from './spring-settings.ts';

/** Where the address is: of Spring, of the pools it configures, of several data sources, of Quarkus and of Micronaut. */
const ADDRESSES = [
  /^spring\.datasource\.(hikari\.|druid\.)?(jdbc)?url$/,
  /^spring\.datasource\.(.*\.)?(master|primary|main|default)\.(.*\.)?(jdbc)?url$/,
  /^spring\.datasource\.(?!.*(slave|replica|read|second)).*\.?(jdbc)?url$/,
  /^spring\.r2dbc\.url$/,
  /^(%dev\.)?quarkus\.datasource\.(jdbc|reactive)\.url$/,
  /^(r2dbc\.)?datasources\.default\.url$/,
];
/** What developers activate when the settings activate nothing. */
const USUAL_PROFILES = ['dev', 'local', 'development'];

/** The data source under the default profile, or under the profiles that the settings activate. */
export async function readSpring(context: SourceContext): Promise<readonly Draft[]> {
  const base = await SpringSettings.of([], context);
  const active = base.find('spring.profiles.active') ?? base.find('spring.profiles.default');
  const profiles = active ? await profilesOf(active, base, context) : [];
  if (active && profiles === undefined)
    return [
      { file: active.file, line: active.line, problems: ['spring.profiles.active is set by the build'] },
    ];
  const settings = await effective(profiles ?? [], base, context);
  const draft = springDraft(settings) ?? (await embedded(settings, context));
  const problems = settings.problems.map(({ file, problem }) => ({ file, problems: [problem] }));
  return [...(draft ? [draft] : []), ...problems];
}

async function effective(
  profiles: readonly string[],
  base: SpringSettings,
  context: SourceContext,
): Promise<SpringSettings> {
  if (profiles.length > 0) return SpringSettings.of(profiles, context);
  for (const profile of base.all.length > 0 && !addressOf(base) ? USUAL_PROFILES : []) {
    const settings = await SpringSettings.of([profile], context);
    if (addressOf(settings)) return settings;
  }
  return base;
}

/** Names, and those of their groups. Undefined when the build fills them in and does not say how. */
async function profilesOf(
  { value }: PlacedSetting,
  settings: SpringSettings,
  context: SourceContext,
): Promise<readonly string[] | undefined> {
  const written = settings.resolve(value);
  if (written instanceof Unknown) return undefined;
  const names = Array.isArray(written) ? written.map(String) : String(written ?? '').split(',');
  const filled: string[] = [];
  for (const name of names.map((one) => one.trim())) {
    const property = /^[@#](.+)[@#]$/.exec(name)?.[1];
    const found = property === undefined ? name : await buildProperty(property, context);
    if (found === undefined) return undefined;
    filled.push(...found.split(','));
  }
  const groups = filled.flatMap((name) => settings.find(`spring.profiles.group.${name}`)?.value ?? []);
  const members = groups.flatMap((group) => String(group).split(','));
  return [...filled, ...members].map((name) => name.trim()).filter((name) => name !== '');
}

/** A property of Maven, that of the profile which is active by default first, or of Gradle. */
async function buildProperty(name: string, { files }: SourceContext): Promise<string | undefined> {
  const element = new RegExp(`<${escapePattern(name)}>\\s*([^<]*?)\\s*</${escapePattern(name)}>`);
  for (const view of [files, files.in('')]) {
    const pom = (await view.read('pom.xml')) ?? '';
    const profiles = pom.match(/<profile>[\s\S]*?<\/profile>/g) ?? [];
    const active = profiles.filter((profile) => /<activeByDefault>\s*true/.test(profile));
    const found = [...active, pom]
      .map((text) => element.exec(text)?.[1])
      .find((value) => value !== undefined);
    if (found !== undefined) return found;
    const gradle = (await view.read('gradle.properties')) ?? '';
    const property = new RegExp(`^\\s*${escapePattern(name)}\\s*=\\s*(.*?)\\s*$`, 'm').exec(gradle)?.[1];
    if (property !== undefined) return property;
  }
  return undefined;
}

function addressOf(settings: SpringSettings): PlacedSetting | undefined {
  return ADDRESSES.map((pattern) =>
    settings.all.find(({ key, value }) => pattern.test(canonical(key)) && value !== null && value !== ''),
  ).find((found) => found !== undefined);
}

function springDraft(settings: SpringSettings): Draft | undefined {
  const address = addressOf(settings);
  if (!address) return undefined;
  const { file, line, key } = address;
  const section = key.replace(/\.[^.]*$/, '');
  // Pools inherit the credentials of the data source around them.
  const sections = [section, section.replace(/\.(hikari|druid|jdbc|reactive)$/, ''), 'spring.datasource'];
  const read = (name: string) =>
    settings.resolve(
      sections
        .map((prefix) => settings.find(`${prefix}.${name}`)?.value)
        .find((value) => value !== undefined),
    );
  return {
    file,
    line,
    key,
    engine: typeof address.value === 'string' ? unsupportedIn(address.value) : undefined,
    address: settings.resolve(address.value),
    user: read('username'),
    password: read('password'),
  };
}

const GRADLE_H2 = /^\s*(implementation|runtimeOnly|developmentOnly|compile|runtime|api)\b.*com\.h2database/m;
const MAVEN_H2 =
  /<dependency>(?:(?!<\/dependency>)[\s\S])*com\.h2database(?:(?!<\/dependency>)[\s\S])*<\/dependency>/;

/** Without an address, Spring Boot starts the H2 that the build includes. */
async function embedded(settings: SpringSettings, { files }: SourceContext): Promise<Draft | undefined> {
  if (settings.all.length === 0) return undefined;
  const build = await files.readFirst(['pom.xml', 'build.gradle', 'build.gradle.kts']);
  if (!build) return undefined;
  const maven = MAVEN_H2.exec(build.text)?.[0];
  const isUsed = GRADLE_H2.test(build.text) || (maven !== undefined && !/<scope>\s*test/.test(maven));
  return isUsed ? { file: build.path, key: 'com.h2database', engine: 'h2' } : undefined;
}
