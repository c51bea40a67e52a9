export interface SectionEntry {
  readonly value: string;
  readonly line: number;
}

/** `[section]` and `key = value` of an INI file, or of a TOML file as far as its values stand on one line. */
export function parseSections(text: string): ReadonlyMap<string, SectionEntry> {
  const entries = new Map<string, SectionEntry>();
  let section = '';
  text.split(/\r?\n/).forEach((line, index) => {
    section = /^\s*\[+([^[\]]+)\]+\s*(?:[#;].*)?$/.exec(line)?.[1]?.trim() ?? section;
    const [, key, written = ''] = /^\s*([\w.-]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === undefined) return;
    const quoted = /^(["'])(.*?)\1\s*(?:[#;].*)?$/.exec(written)?.[2];
    const value = quoted ?? written.replace(/\s+[#;].*$/, '');
    entries.set(`${section}.${key}`, { value, line: index + 1 });
  });
  return entries;
}
