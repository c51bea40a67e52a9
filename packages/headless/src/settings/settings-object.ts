import { isRecord } from '@molehill/core/record';

/** The content of a settings file or of the section of a language. */
export type SettingsObject = Readonly<Record<string, unknown>>;

/** A key of a section: `[python]`, or `[javascript][typescript]` for several languages. */
const SECTION = /^(?:\[[^\]]+\])+$/;

/**
 * The value of a setting as VS Code reads it: `a.b` is the key `a.b` or the member `b` of the object `a`, and the later
 * one in the file wins.
 */
export function lookUp(settings: SettingsObject, key: string): unknown {
  let found: unknown;
  for (const [name, value] of Object.entries(settings)) {
    if (name === key) found = value;
    else if (key.startsWith(`${name}.`)) found = memberAt(value, key.slice(name.length + 1));
    else if (name.startsWith(`${key}.`)) found = withMember(found, name.slice(key.length + 1), value);
  }
  return found;
}

/** The path in the file at which a setting must be written to have an effect. */
export function pathOf(settings: SettingsObject, key: string): readonly string[] {
  const owner = Object.entries(settings).findLast(
    ([name, value]) => name === key || (key.startsWith(`${name}.`) && isRecord(value)),
  );
  if (owner === undefined || owner[0] === key) return [key];
  const [name, value] = owner;
  const rest = key.slice(name.length + 1);
  const isThere = memberAt(value, rest) !== undefined || Object.hasOwn(settings, key);
  return isThere ? [name, ...rest.split('.')] : [key];
}

/** Keys that start with a prefix, without sections. */
export function keysOf(settings: SettingsObject, prefix: string): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (SECTION.test(name)) return [];
    if (name.startsWith(prefix)) return [name];
    if (!prefix.startsWith(`${name}.`) || !isRecord(value)) return [];
    return keysOf(value, prefix.slice(name.length + 1)).map((inner) => `${name}.${inner}`);
  });
}

/** The sections that apply to a language, the weakest first: one for this language alone is the strongest. */
export function sectionsOf(settings: SettingsObject, language: string): readonly SectionOfLanguage[] {
  const sections = Object.entries(settings).flatMap(([name, content]) =>
    isRecord(content) && languagesOf(name).includes(language) ? [{ name, content }] : [],
  );
  const isOwn = ({ name }: SectionOfLanguage) => languagesOf(name).length === 1;
  return [...sections.filter((section) => !isOwn(section)), ...sections.filter(isOwn)];
}

export interface SectionOfLanguage {
  readonly name: string;
  readonly content: SettingsObject;
}

function languagesOf(name: string): readonly string[] {
  if (!SECTION.test(name)) return [];
  return [...new Set([...name.matchAll(/\[([^\]]+)\]/g)].map(([, language = '']) => language.trim()))];
}

function memberAt(value: unknown, dotted: string): unknown {
  return dotted
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      value,
    );
}

function withMember(value: unknown, dotted: string, member: unknown): unknown {
  const [name = '', ...rest] = dotted.split('.');
  const inner = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  const next = rest.length === 0 ? member : withMember(inner, rest.join('.'), member);
  return Object.fromEntries([...Object.entries(isRecord(value) ? value : {}), [name, next]]);
}
