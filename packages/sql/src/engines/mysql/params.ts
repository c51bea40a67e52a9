import type { TypedParameter } from 'mysql2';

/** Sends integers as integers: some servers refuse the driver's doubles after LIMIT. Lists and objects become JSON. */
export function encodeParams(params: readonly unknown[], typed: TypedParameter): unknown[] {
  return params.map((value) => encode(value, typed));
}

function encode(value: unknown, typed: TypedParameter): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0))
    return typed.LONGLONG(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'bigint' ? String(value) : value;
}
