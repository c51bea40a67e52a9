import { esErrors } from '../errors.ts';

export type Params = Readonly<Record<string, string | number | boolean>>;

/** Path and query as they will be sent, byte for byte: the guard classifies exactly this. */
export function requestTarget(path: string, params: Params = {}): string {
  const pairs = Object.entries(params).map(
    ([name, value]) => `${encodeText(name)}=${encodeText(String(value))}`,
  );
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/** A lone surrogate cannot be encoded and becomes U+FFFD. */
function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

const METHOD = /^[A-Z]{1,20}$/;
/** Printable, and nothing that a server, a proxy or a client might strip or reinterpret. */
const SENDABLE = /^\/[!-~]*$/;
const AMBIGUOUS = /[#\\"<>^`{|}]/;

/** Rejects what cannot be sent unchanged, rather than changing it. */
export function assertSendable(method: string, target: string): void {
  if (!METHOD.test(method) || method === 'CONNECT')
    throw esErrors.fail('E_ES_REQUEST', 'The method is not supported.', {
      hint: 'Use GET, HEAD, POST, PUT or DELETE.',
    });
  if (!target.startsWith('/')) throw esErrors.fail('E_ES_REQUEST', 'The path must begin with "/".');
  if (!SENDABLE.test(target) || AMBIGUOUS.test(target))
    throw esErrors.fail('E_ES_REQUEST', 'The path contains characters that must be percent-encoded.');
}

/** The text itself where it is not encoded correctly. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** One segment of a path, or a list of names in one. Wildcards and commas keep their meaning. */
export function encodeSegment(text: string): string {
  return encodeText(text).replaceAll('%2C', ',').replaceAll('%2A', '*').replaceAll('%3A', ':');
}
