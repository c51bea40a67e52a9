import { editorErrors } from '@molehill/editor/errors';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasByteOrderMark: boolean;
}

const MARKS: readonly (readonly [mark: string, encoding: Encoding])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark. Refuses other encodings by name. */
export function decodeText(path: string, bytes: Buffer): DecodedText {
  const start = bytes.subarray(0, 4).toString('hex');
  if (start === 'fffe0000' || start === '0000feff') throw unsupported(path, 'UTF-32');
  const [mark, encoding] = MARKS.find(([known]) => start.startsWith(known)) ?? ['', 'utf-8'];
  if (mark === '' && bytes.includes(0))
    throw unsupported(path, 'binary data or UTF-16 without a byte order mark');
  try {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes.subarray(mark.length / 2));
    return { text, encoding, hasByteOrderMark: mark !== '' };
  } catch {
    throw unsupported(path, mark === '' ? 'neither UTF-8 nor UTF-16' : `damaged ${encoding.toUpperCase()}`);
  }
}

export function encodeText({ text, encoding, hasByteOrderMark }: DecodedText): Buffer {
  const content = hasByteOrderMark ? `\uFEFF${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(content);
  const bytes = Buffer.from(content, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** For reading only: bytes that are not text become replacement characters. */
export function textForReading(path: string, bytes: Buffer): string {
  try {
    return decodeText(path, bytes).text;
  } catch {
    return bytes.toString();
  }
}

function unsupported(path: string, encoding: string) {
  const message = `${path} cannot be edited: it is ${encoding}. Nothing was changed.`;
  return editorErrors.fail('E_WRITE_FAILED', message, {
    hint: 'Convert the file to UTF-8, then call again.',
    details: { path },
  });
}
