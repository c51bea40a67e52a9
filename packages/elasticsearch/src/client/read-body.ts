import { cutMark } from '../fit-body.ts';
import { completeJson } from '../json/complete-json.ts';
import { parseExact } from '../json/exact-json.ts';

export interface ReadBody {
  /** Parsed where it is JSON, otherwise the text; null where there is none. */
  readonly body: unknown;
  /** Whether nothing of it was left out. */
  readonly whole: boolean;
}

/** More is read than is shown, so that the best part can be chosen, also of what follows a long list. */
const MIN_READ = 4_000_000;
const READ_FACTOR = 4;

/** Reads a response up to a limit. Leaving the loop destroys the stream, and with it the rest of the response. */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  contentType = '',
  maxBytes: number,
): Promise<ReadBody> {
  const limit = Math.max(MIN_READ, maxBytes * READ_FACTOR);
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    read += bytes.length;
    if (read > limit) break;
  }
  const whole = read <= limit;
  if (whole) text += decoder.decode();
  if (read === 0) return { body: null, whole };
  const json = isJson(contentType, text) ? parsed(whole ? text : completeJson(text)) : undefined;
  if (json !== undefined) return { body: json, whole };
  if (text.length <= maxBytes) return { body: text, whole };
  return { body: text.slice(0, maxBytes) + cutMark(undefined), whole: false };
}

function isJson(contentType: string, text: string): boolean {
  return /[/+]json\b/i.test(contentType) || (contentType === '' && /^\s*[[{]/.test(text));
}

/** Undefined where it is not JSON, or nested too deeply to be walked over. */
function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
