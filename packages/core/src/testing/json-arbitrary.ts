import * as fc from 'fast-check';

/** Arbitrary JSON, including keys that are known to break programs. */
export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'a', ''), fc.jsonValue()),
);

/** Values that handlers return beyond JSON. */
export const anyAnswer = fc.oneof(
  anyJson,
  fc.object({ withBigInt: true, withDate: true, withSparseArray: true, withUnicodeString: true } as object),
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, maxDepth: 4 }),
);
