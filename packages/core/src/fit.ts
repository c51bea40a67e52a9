export interface Fitted {
  readonly value: unknown;
  readonly cut: boolean;
}

/** An object with more keys than this is a dictionary, not a shape, and may lose keys. */
const SHAPE_KEYS = 100;
const DEEPEST = 64;

/**
 * Copies a JSON value up to a number of bytes and stops reading there, however large the rest is. Shapes keep their
 * keys so that the result still fits its schema; arrays, dictionaries and strings are cut.
 */
export function fitToBytes(value: unknown, limit: number): Fitted {
  const meter = { left: limit, cut: false };
  return { value: copy(value, meter, 0), cut: meter.cut };
}

interface Meter {
  left: number;
  cut: boolean;
}

function copy(value: unknown, meter: Meter, depth: number): unknown {
  if (typeof value === 'string') return copyString(value, meter);
  if (typeof value !== 'object' || value === null) {
    meter.left -= 8;
    return typeof value === 'bigint' ? value.toString() : value;
  }
  if (depth >= DEEPEST) {
    meter.cut = true;
    return null;
  }
  if (hasToJson(value)) return copy(value.toJSON(), meter, depth + 1);
  meter.left -= 2;
  if (Array.isArray(value)) return copyArray(value, meter, depth);
  return copyObject(value as Record<string, unknown>, meter, depth);
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function copyString(value: string, meter: Meter): string {
  const room = Math.max(0, meter.left);
  const bytes = value.length > room ? value.length : Buffer.byteLength(value);
  meter.left -= Math.min(bytes, room) + 2;
  if (bytes <= room) return value;
  meter.cut = true;
  return Buffer.from(value.slice(0, room)).subarray(0, room).toString().replace(/�$/, '');
}

function copyArray(items: readonly unknown[], meter: Meter, depth: number): unknown[] {
  const kept: unknown[] = [];
  for (const item of items) {
    if (meter.left <= 0) {
      meter.cut = true;
      break;
    }
    kept.push(copy(item, meter, depth + 1));
    meter.left -= 1;
  }
  return kept;
}

function copyObject(record: Record<string, unknown>, meter: Meter, depth: number): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  let keys = 0;
  for (const key in record) {
    if (!Object.hasOwn(record, key)) continue;
    if (meter.left <= 0 && ++keys > SHAPE_KEYS) {
      meter.cut = true;
      break;
    }
    meter.left -= key.length + 4;
    Object.defineProperty(kept, key, {
      value: copy(record[key], meter, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return kept;
}
