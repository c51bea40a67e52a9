import { type Literal, toLiteral } from './literal.ts';

export type ParsedYaml = { readonly documents: readonly Literal[] } | { readonly problem: string };

/** Every document of a YAML file, merge keys resolved. The parser is loaded with the first file. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { parseAllDocuments, LineCounter } = await import('yaml');
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, {
    merge: true,
    prettyErrors: false,
    lineCounter: lines,
    logLevel: 'silent',
  });
  const documents: Literal[] = [];
  for (const document of parsed) {
    const error = document.errors[0];
    if (error) return { problem: `invalid YAML at line ${lines.linePos(error.pos[0]).line}` };
    try {
      documents.push(toLiteral(document.toJS({ maxAliasCount: 100 })));
    } catch {
      return { problem: 'too many YAML aliases' };
    }
  }
  return { documents };
}
