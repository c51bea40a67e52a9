export interface Property {
  readonly value: string;
  readonly line: number;
}

/** A Java properties file: one map for each of its documents, which `#---` separates. */
export function parseProperties(text: string): readonly ReadonlyMap<string, Property>[] {
  const documents = [new Map<string, Property>()];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    let written = (lines[index] ?? '').trimStart();
    if (/^[#!]---\s*$/.test(written)) documents.push(new Map());
    if (written === '' || /^[#!]/.test(written)) continue;
    while (/(^|[^\\])(\\\\)*\\$/.test(written) && index + 1 < lines.length) {
      index += 1;
      written = written.slice(0, -1) + (lines[index] ?? '').trimStart();
    }
    const [, key = '', value = ''] = /^((?:\\.|[^\\\s:=])+)\s*[:=]?\s*(.*)$/s.exec(written) ?? [];
    documents.at(-1)?.set(unescaped(key), { value: unescaped(value).trimEnd(), line });
  }
  return documents;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\(.)/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}
