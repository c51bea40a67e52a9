import { homedir, userInfo } from 'node:os';
import { isLiteralRecord, type Literal } from '../literal/literal.ts';
import { parseProperties } from '../literal/properties.ts';
import { parseYaml } from '../literal/yaml.ts';
import { escapePattern, lineOf } from '../project-files.ts';
import { substitute } from '../variables.ts';
import type { SourceContext } from './source.ts';

/** A later folder wins over an earlier one; within a folder, properties win over YAML. As in Spring Boot. */
const FOLDERS = ['src/main/resources/', 'src/main/resources/config/', '', 'config/'];
const EXTENSIONS = ['yml', 'yaml', 'properties'];
const ON_PROFILE = ['spring.config.activate.onprofile', 'spring.profiles'];

interface Setting {
  /** As it is written; `canonical` names of settings compare. */
  readonly key: string;
  readonly value: Literal;
  readonly line: number | undefined;
}

export type PlacedSetting = Setting & { readonly file: string };
type SpringDocument = ReadonlyMap<string, Setting>;

/** The settings of a Spring program under some profiles. */
export class SpringSettings {
  readonly #settings = new Map<string, PlacedSetting>();
  readonly problems: { readonly file: string; readonly problem: string }[] = [];
  readonly #context: SourceContext;

  private constructor(context: SourceContext) {
    this.#context = context;
  }

  get all(): readonly PlacedSetting[] {
    return [...this.#settings.values()];
  }

  find(name: string): PlacedSetting | undefined {
    return this.#settings.get(canonical(name));
  }

  /** Reads `application.*` and its variants for the profiles; a later profile wins. */
  static async of(profiles: readonly string[], context: SourceContext): Promise<SpringSettings> {
    const settings = new SpringSettings(context);
    for (const name of ['application', ...profiles.map((profile) => `application-${profile}`)])
      await settings.#readAll(name, profiles);
    return settings;
  }

  async #readAll(name: string, profiles: readonly string[]): Promise<void> {
    for (const file of FOLDERS.flatMap((folder) => EXTENSIONS.map((end) => `${folder}${name}.${end}`))) {
      const text = await this.#context.files.read(file);
      const parsed = text === undefined ? { documents: [] } : await parseDocuments(file, text);
      if ('problem' in parsed) this.problems.push({ file, problem: parsed.problem });
      else
        for (const document of parsed.documents.filter((one) => appliesTo(profiles, one)))
          for (const [key, setting] of document) this.#settings.set(key, { ...setting, file });
    }
  }

  /** `${NAME:default}`, the innermost placeholder first: another setting, or a variable. */
  resolve(value: Literal, depth = 0): Literal {
    if (typeof value !== 'string' || depth >= MAX_DEPTH) return value;
    const { files, variables } = this.#context;
    const filled = substitute(value, PLACEHOLDER, ([, name = '', fallback]) => {
      const setting = this.find(name)?.value;
      const text = typeof setting === 'string' || typeof setting === 'number' ? setting : undefined;
      return (
        SYSTEM.get(name)?.(files.root) ?? variables.find(name) ?? text ?? fallback ?? variables.get(name)
      );
    });
    return filled === value ? value : this.resolve(filled, depth + 1);
  }
}

/** `jdbcUrl`, `jdbc-url` and `jdbc_url` are one setting. */
export function canonical(key: string): string {
  return key.toLowerCase().replace(/[-_]/g, '');
}

async function parseDocuments(
  file: string,
  text: string,
): Promise<{ readonly documents: readonly SpringDocument[] } | { readonly problem: string }> {
  const parsed = file.endsWith('.properties') ? { documents: parseProperties(text) } : await parseYaml(text);
  if ('problem' in parsed) return parsed;
  const documents = parsed.documents.map((document) => {
    const entries =
      document instanceof Map
        ? [...document].map(([key, { value, line }]): Setting => ({ key, value, line }))
        : flattened(document as Literal).map(([key, value]) => ({ key, value, line: lineOfKey(text, key) }));
    return new Map(entries.map((setting) => [canonical(setting.key), setting]));
  });
  return { documents };
}

function appliesTo(active: readonly string[], document: SpringDocument): boolean {
  const setting = ON_PROFILE.map((key) => document.get(key)).find((found) => found !== undefined);
  if (setting?.value === undefined || setting.value === null) return true;
  const profiles = String(setting.value)
    .split(/[,|&\s()]+/)
    .filter((name) => name !== '');
  return profiles.some((name) => active.includes(name.replace('!', '')) !== name.startsWith('!'));
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

/** Properties of the virtual machine. */
const SYSTEM = new Map<string, (root: string) => string>([
  ['user.home', () => homedir()],
  ['user.dir', (root) => root],
  ['user.name', () => userInfo().username],
]);

const PLACEHOLDER = /\$\{([^${}:]+)(?::([^${}]*))?\}/g;

/** Ends circular references. */
const MAX_DEPTH = 10;
