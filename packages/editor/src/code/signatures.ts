import type { EditorContext } from '../context.ts';
import type { FoundAddress } from './address.ts';

/** Of the call at the address; of a declaration what its hover shows as code, since nothing is called there. */
export async function signaturesOf(found: FoundAddress, context: EditorContext): Promise<readonly string[]> {
  const { language } = context.host;
  const { lines } = found.file;
  const { end } = found.selectionRange;
  const opening = /^\s*(?:<[^()]*>)?\(/.exec(lines.line(end.line).slice(end.character));
  if (opening && !found.range) {
    const position = { line: end.line, character: end.character + opening[0].length };
    const called = await language.signatures({ path: found.path, position }, context);
    if (called.length > 0) return called;
  }
  const hover = (await language.hover(found, context)) ?? '';
  return [...hover.matchAll(/^```\w*\n(.*?)\n```/gms)].flatMap(({ 1: code = '' }) => code).slice(0, 1);
}
