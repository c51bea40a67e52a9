const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const ID = String.raw`"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")`;

const OPENING = String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?(?:${ID}\s*,\s*)?(?:${VERSION}\s*,\s*)?`;

const STARTS_AS_RESPONSE = new RegExp(`${OPENING}"(?:result|error)"`);
const STARTS_AS_CALL = new RegExp(`${OPENING}"(?:method|params)"`);
/** A property right before the last brace belongs to the outermost object. */
const ENDS_WITH_ID = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

/** A `call` is a request or notification of the server. */
export function kindOf(head: string): 'response' | 'call' | 'invalid' {
  if (STARTS_AS_RESPONSE.test(head)) return 'response';
  return STARTS_AS_CALL.test(head) ? 'call' : 'invalid';
}

/** The id of the request that an oversized message answers, if its two ends contain it. */
export function responseId(head: string, tail: string): string | number | undefined {
  const start = STARTS_AS_RESPONSE.exec(head);
  if (!start) return undefined;
  const written = start[1] ?? ENDS_WITH_ID.exec(tail)?.[1];
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
