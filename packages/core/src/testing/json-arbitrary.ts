import * as fc from 'fast-check';

/** JSON of any shape, with the keys that have tripped programs before. */
export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', 'a', ''), fc.jsonValue()),
);

/** What handlers really answer with, beyond JSON. */
export const anyAnswer = fc.oneof(
  anyJson,
  fc.object({ withBigInt: true, withDate: true, withSparseArray: true, withUnicodeString: true } as object),
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, maxDepth: 4 }),
);
