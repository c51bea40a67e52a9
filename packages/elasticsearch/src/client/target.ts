import { esErrors } from '../errors.ts';

export type Params = Readonly<Record<string, string | number | boolean>>;

/** Path and parameters as they will be sent, byte for byte: this is what the guard judges. */
export function requestTarget(path: string, params: Params = {}): string {
  const written = Object.entries(params).map(
    ([name, value]) => `${encodeText(name)}=${encodeText(String(value))}`,
  );
  if (written.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${written.join('&')}`;
}

/** Half a character cannot be encoded, and is sent as the mark that stands for one. */
function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

const METHOD = /^[A-Z]{1,20}$/;
/** Printable, and nothing that a server, a proxy or a client might take out or read as something else. */
const SENDABLE = /^\/[!-~]*$/;
const MISREAD = /[#\\"<>^`{|}]/;

/** What cannot be sent as it is is refused rather than changed: a request means what was written, or nothing. */
export function assertSendable(method: string, target: string): void {
  if (!METHOD.test(method) || method === 'CONNECT')
    throw esErrors.fail('E_ES_REQUEST', 'This is not a method that can be sent.', {
      hint: 'Use GET, HEAD, POST, PUT or DELETE.',
    });
  if (!target.startsWith('/')) throw esErrors.fail('E_ES_REQUEST', 'The path does not begin with "/".');
  if (!SENDABLE.test(target) || MISREAD.test(target))
    throw esErrors.fail('E_ES_REQUEST', 'The path contains characters that must be percent-encoded.');
}

/** One segment of a path, or a list of names in one. Stars and commas mean what they mean to the cluster. */
export function encodeSegment(text: string): string {
  return encodeText(text).replaceAll('%2C', ',').replaceAll('%2A', '*').replaceAll('%3A', ':');
}
