import { isMolehillError } from '@molehill/core/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SymbolKind } from 'vscode-languageserver-types';
import { checkNewName } from './new-name.ts';

const check = (newName: string, language: string | undefined, kind?: SymbolKind, name = 'old') => {
  try {
    checkNewName(newName, { name, kind, language });
    return 'accepted';
  } catch (error) {
    return isMolehillError(error) ? error.code : String(error);
  }
};

describe('a new name', () => {
  test.each([
    ['typescript', '$total_1'],
    ['typescript', 'größe'],
    ['typescript', 'of'],
    ['python', 'größe'],
    ['python', 'match'],
    ['go', 'Größe'],
    ['go', 'len'],
    ['rust', 'r#type'],
    ['c', 'class'],
    ['cpp', 'total'],
    [undefined, 'total'],
  ])('%s accepts %s', (language, name) => {
    expect(check(name, language)).toBe('accepted');
  });

  test.each([
    ['typescript', ''],
    ['typescript', '1st'],
    ['typescript', 'a b'],
    ['typescript', 'a-b'],
    ['typescript', 'a.b'],
    ['typescript', 'a\n'],
    ['typescript', 'a\u200b'],
    ['typescript', 'class'],
    ['typescript', 'await'],
    ['typescript', '#private'],
    ['python', 'lambda'],
    ['python', '$a'],
    ['go', 'func'],
    ['go', '_'],
    ['go', 'a$'],
    ['rust', 'impl'],
    ['rust', 'Self'],
    ['c', 'int'],
    ['cpp', 'class'],
    [undefined, 'a b'],
  ])('%s refuses %j', (language, name) => {
    expect(check(name, language)).toBe('E_INVALID_PARAMS');
  });

  test('may be a reserved word where it names a member of TypeScript', () => {
    expect(check('delete', 'typescript', SymbolKind.Method)).toBe('accepted');
    expect(check('delete', 'typescript', SymbolKind.Function)).toBe('E_INVALID_PARAMS');
    expect(check('del', 'python', SymbolKind.Method)).toBe('E_INVALID_PARAMS');
  });

  test('of a private member is private', () => {
    expect(check('#items', 'typescript', SymbolKind.Property, '#old')).toBe('accepted');
    expect(check('items', 'typescript', SymbolKind.Property, '#old')).toBe('E_INVALID_PARAMS');
  });

  test('is not the present one', () => {
    expect(check('old', 'typescript')).toBe('E_INVALID_PARAMS');
  });

  test('is accepted exactly where JavaScript accepts it as a name of a variable in a module', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: character, maxLength: 4 }), fc.stringMatching(/^[a-z]{1,8}$/)),
        (name) => {
          fc.pre(name !== 'old' && !/[\u200c\u200d]/u.test(name));
          const isName = /^[^\s/\\(){}[\],;=.'"`-]+$/u.test(name) && isVariable(name);
          expect(check(name, 'typescript') === 'accepted').toBe(isName);
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** fast-check needs seconds to prepare its own unit of all characters. */
const character = fc.integer({ min: 1, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

function isVariable(name: string): boolean {
  try {
    new Function(`"use strict"; async () => { const ${name} = 1; }`);
    return !['eval', 'arguments', 'await'].includes(name);
  } catch {
    return false;
  }
}
