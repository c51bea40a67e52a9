export interface Fitted {
  readonly value: unknown;
  readonly cut: boolean;
  /** Upper bound of the value's size as JSON. */
  readonly bytes: number;
}

type Hide = (text: string) => string;

/** Keys kept beyond the limit, so that an object still fits its schema; a dictionary loses the rest. */
const SPARE_KEYS = 100;
/** Short strings may be enum values or dates, which are useless when cut. */
const NEVER_CUT = 64;
const LONGEST_KEY = 256;
const DEEPEST = 64;
/** A secret must be seen whole to be redacted, so this much more is examined and dropped again. */
const LONGEST_HIDDEN = 4_096;

/**
 * Copies a value as JSON up to a number of bytes and stops reading there. Objects keep their
 * keys so that the result still fits its schema; arrays, dictionaries and strings are cut. Secrets are redacted
 * before anything is cut, so that no part of one remains.
 */
export function fitToBytes(value: unknown, limit: number, hide: Hide = (text) => text): Fitted {
  const meter = { left: limit, spareKeys: SPARE_KEYS, cut: false, hide };
  const copied = copy(value, meter, 0);
  return { value: copied, cut: meter.cut, bytes: limit - meter.left };
}

/**
 * The value itself where it needs neither a cut nor a redaction, which spares most answers the copy. Undefined for what
 * is not JSON, too large, or contains a secret.
 */
export function fitsAsIs(
  value: unknown,
  limit: number,
  hidesNothing: (json: string) => boolean,
): Fitted | undefined {
  if (!isPlain(value, { left: limit }, 0)) return undefined;
  const json = JSON.stringify(value) ?? '';
  const bytes = Buffer.byteLength(json);
  return bytes <= limit && hidesNothing(json) ? { value, cut: false, bytes } : undefined;
}

/** Whether `JSON.stringify` changes nothing, and the value cannot be larger than the meter by far. */
function isPlain(value: unknown, meter: { left: number }, depth: number): boolean {
  if (typeof value === 'string') {
    meter.left -= value.length;
    return meter.left >= 0;
  }
  if (typeof value !== 'object' || value === null) return asJson(value) === value;
  meter.left -= 2;
  if (depth >= DEEPEST || meter.left < 0 || hasToJson(value)) return false;
  if (Array.isArray(value))
    return value.every((item) => item !== undefined && isPlain(item, meter, depth + 1));
  for (const key in value) {
    meter.left -= key.length;
    if (!isPlain((value as Record<string, unknown>)[key], meter, depth + 1)) return false;
  }
  return true;
}

/** The first bytes of a text, without splitting a character. */
export function cutText(text: string, bytes: number, hide?: Hide): string {
  const hidden = hide ? hideBeginning(text, bytes, hide) : text;
  if (hidden.length * 3 <= bytes || Buffer.byteLength(hidden) <= bytes) return hidden;
  return Buffer.from(hidden.slice(0, bytes)).subarray(0, bytes).toString().replace(/�$/, '');
}

function hideBeginning(text: string, characters: number, hide: Hide): string {
  if (text.length <= characters + LONGEST_HIDDEN) return hide(text);
  return hide(text.slice(0, characters + LONGEST_HIDDEN)).slice(0, -LONGEST_HIDDEN);
}

interface Meter {
  left: number;
  spareKeys: number;
  cut: boolean;
  readonly hide: Hide;
}

function copy(value: unknown, meter: Meter, depth: number): unknown {
  if (typeof value === 'string') return copyString(value, meter);
  if (typeof value !== 'object' || value === null) return copyScalar(value, meter);
  if (depth >= DEEPEST) {
    meter.cut = true;
    meter.left -= 'null'.length;
    return null;
  }
  if (hasToJson(value)) return copy(value.toJSON(), meter, depth + 1);
  meter.left -= 2;
  if (Array.isArray(value)) return copyArray(value, meter, depth);
  return copyObject(value as Record<string, unknown>, meter, depth);
}

function copyScalar(value: unknown, meter: Meter): unknown {
  const shown = asJson(value);
  if (shown !== undefined) meter.left -= String(shown).length + (typeof shown === 'string' ? 2 : 0);
  return shown;
}

/** BigInts become text; other values without a JSON form become what `JSON.stringify` makes of them. */
function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function copyString(value: string, meter: Meter): string {
  const available = value.length <= NEVER_CUT ? Number.POSITIVE_INFINITY : Math.max(0, meter.left);
  const begun = hideBeginning(value, available, meter.hide);
  const shown = withinJsonBytes(begun, available);
  meter.left -= jsonBytes(shown) + 2;
  if (shown.length < begun.length || value.length > available + LONGEST_HIDDEN) meter.cut = true;
  return shown;
}

/** Escapes take up to six bytes each in JSON, so a text may have to be cut again. */
function withinJsonBytes(text: string, bytes: number): string {
  let shown = cutText(text, bytes);
  for (let size = jsonBytes(shown); size > bytes; size = jsonBytes(shown)) {
    shown = cutText(shown, Math.floor((Buffer.byteLength(shown) * bytes) / size));
  }
  return shown;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

function copyArray(items: readonly unknown[], meter: Meter, depth: number): unknown[] {
  const kept: unknown[] = [];
  for (const item of items) {
    if (meter.left <= 0) {
      meter.cut = true;
      break;
    }
    const shown = copy(item, meter, depth + 1);
    kept.push(shown ?? null);
    meter.left -= shown === undefined ? ',null'.length : ','.length;
  }
  return kept;
}

function copyObject(record: Record<string, unknown>, meter: Meter, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key in record) {
    if (!Object.hasOwn(record, key)) continue;
    if (!fitsKey(key, meter)) {
      meter.cut = true;
      break;
    }
    const keyBytes = jsonBytes(key) + 4;
    meter.left -= keyBytes;
    const value = copy(record[key], meter, depth + 1);
    // JSON omits a property without a value.
    if (value === undefined) meter.left += keyBytes;
    Object.defineProperty(kept, meter.hide(key), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return kept;
}

function fitsKey(key: string, meter: Meter): boolean {
  if (key.length > LONGEST_KEY && key.length > meter.left) return false;
  return meter.left > 0 || meter.spareKeys-- > 0;
}
