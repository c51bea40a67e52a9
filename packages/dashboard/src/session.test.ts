import { describe, expect, it } from 'vitest';
import { codeOfFragment, findCode } from './session.ts';

describe('the code in the URL', () => {
  it('is read from the fragment', () => {
    expect(codeOfFragment('#code=abc-_123')).toBe('abc-_123');
    expect(codeOfFragment('#a=1&code=ab')).toBe('ab');
  });

  it('is absent from other fragments', () => {
    for (const fragment of ['', '#/tools/get_code=1', '#code=', '#token=x'])
      expect(codeOfFragment(fragment)).toBeUndefined();
  });
});

describe('pasted text', () => {
  it.each([
    ['  s3cret \n', 's3cret'],
    ['http://127.0.0.1:50001/#code=s3cret', 's3cret'],
    ['  Page  http://127.0.0.1:50001/#code=s3cret  for you', 's3cret'],
    ['#code=s3cret', 's3cret'],
    ['code=s3cret', 's3cret'],
  ])('%j gives the code', (pasted, code) => expect(findCode(pasted)).toBe(code));
});
