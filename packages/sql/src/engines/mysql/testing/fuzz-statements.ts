import * as fc from 'fast-check';

const value = fc.constantFrom('1', '1.', '.5', '1e0', '1.5e1', '0x41', "'a'", '\\N', 'id', '@a', '(1)');
const gap = fc.constantFrom(' ', '', '/**/', '\n');
const tail = fc.constantFrom(
  "into outfile '@FILE@'",
  'into @a',
  'from users',
  'from lock_view',
  'from users for update',
  'union select 2',
  '',
);

/** Statements from tokens that the server may cut differently from the guard. */
export const statement: fc.Arbitrary<string> = fc
  .tuple(gap, value, gap, tail)
  .map(([before, what, after, end]) => `select ${before}${what}${after}${end}`);
