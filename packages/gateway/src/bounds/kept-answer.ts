import type { HandleKind } from '@molehill/core/handles';

/** The text of an answer that was above its budget. */
export interface KeptAnswer {
  readonly text: string;
}

/** Each may have the size of a message, so the limit holds for all callers together. */
export const keptAnswerKind: HandleKind<KeptAnswer> = {
  name: 'answer',
  idleMs: 10 * 60_000,
  most: 20,
  groupOf: () => 'all',
  hint: 'An answer is kept for ten minutes, and only the latest ones: call the tool again, and ask for less.',
  dispose: () => {},
};

/** The end of a page that begins at the offset and has so many bytes as JSON, without splitting a character. */
export function endOfPage(text: string, offset: number, bytes: number): number {
  const sizeOf = (end: number) => Buffer.byteLength(JSON.stringify(text.slice(offset, end)));
  let end = Math.min(text.length, offset + bytes);
  while (end > offset + 1 && sizeOf(end) > bytes)
    end = offset + Math.max(1, Math.floor(((end - offset) * bytes) / (sizeOf(end) + 1)));
  const isSplit = end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
  return isSplit && end > offset + 1 ? end - 1 : end;
}
