/** How much of each end of a message that is too large is kept, to see which call it answers. */
export const EDGE_BYTES = 512;

const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const ID = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")`;

const OPENING = String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?(?:${ID}\s*,\s*)?(?:${VERSION}\s*,\s*)?`;

/** A message begins with its version or its id, if not at once with what it is. */
const BEGINS_AS_RESPONSE = new RegExp(`${OPENING}"(?:result|error)"`);
const BEGINS_AS_CALL = new RegExp(`${OPENING}"(?:method|params)"`);
/** What stands right before the last brace is a session of the outermost object, whatever came before it. */
const ENDS_WITH_ID = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

/** What the beginning of a message says it is: an answer, something the server asks or tells, or no message. */
export function kindOf(head: string): 'response' | 'call' | 'garbage' {
  if (BEGINS_AS_RESPONSE.test(head)) return 'response';
  return BEGINS_AS_CALL.test(head) ? 'call' : 'garbage';
}

/**
 * Which call a message answers that is too large to be read. Only the two ends are looked at, and only where nothing
 * but the outermost object can be; without an answer from there, nothing is known.
 */
export function answeredId(head: string, tail: string): string | number | undefined {
  const begins = BEGINS_AS_RESPONSE.exec(head);
  if (!begins) return undefined;
  const written = begins[1] ?? ENDS_WITH_ID.exec(tail)?.[1];
  return written === undefined ? undefined : parseId(written);
}

function parseId(written: string): string | number | undefined {
  try {
    const id: unknown = JSON.parse(written);
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  } catch {
    return undefined;
  }
}
