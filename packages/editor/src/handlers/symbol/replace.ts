import { applyChange } from '../../code/change-result.ts';
import { declarationRange, replacement } from '../../code/declaration-text.ts';
import { findDeclaration } from '../../code/find-declaration.ts';
import { shownPosition } from '../../code/position.ts';
import { hashOf } from '../../edits/text.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

const SHOWN_CHARACTERS = 400;

export const handle: Handler<'symbol_replace'> = async (input, context) => {
  const { file, declaration } = await findDeclaration(input, context);
  const { path, shown, lines } = file;
  const range = declarationRange(lines, declaration);
  const present = lines.slice(range);
  const oldHash = hashOf(present);
  if (input.expect !== undefined && !oldHash.startsWith(input.expect)) throw changed(shown, present, oldHash);
  const edit = replacement(lines, range, input.text);
  const change = { edits: [{ path, edits: [edit], basis: hashOf(lines.text) }], operations: [] };
  const [start, end] = [shownPosition(range.start), shownPosition(range.end)];
  return {
    path: shown,
    range: { ...start, endLine: end.line, endColumn: end.column },
    oldHash,
    newHash: hashOf(edit.newText),
    ...(await applyChange(change, input, context)),
  };
};

function changed(shown: string, present: string, hash: string) {
  return editorErrors.fail(
    'E_CONTENT_MISMATCH',
    `The declaration in ${shown} has the hash ${hash}: ${present.slice(0, SHOWN_CHARACTERS)}`,
    { details: { hash } },
  );
}
