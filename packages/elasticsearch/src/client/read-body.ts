import { cutMark } from '../fit-body.ts';
import { completeJson } from '../json/complete-json.ts';
import { parseExact } from '../json/exact-json.ts';

export interface ReadBody {
  /** Parsed where it is JSON, otherwise the text; null where there is none. */
  readonly body: unknown;
  /** Whether it is complete. */
  readonly whole: boolean;
}

/** Reads a response up to a limit. Leaving the loop destroys the stream, and with it the rest of the response. */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  contentType = '',
  maxBytes: number,
): Promise<ReadBody> {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    read += bytes.length;
    if (read > maxBytes) break;
  }
  const whole = read <= maxBytes;
  if (whole) text += decoder.decode();
  if (read === 0) return { body: null, whole };
  const json = isJson(contentType, text) ? parsed(whole ? text : completeJson(text)) : undefined;
  if (json !== undefined) return { body: json, whole };
  return { body: whole ? text : text + cutMark(undefined), whole };
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
