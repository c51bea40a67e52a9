import { describe, expect, it } from 'vitest';
import { findToken, tokenOfFragment } from './session.ts';

describe('the token in the URL', () => {
  it('is read from the fragment', () => {
    expect(tokenOfFragment('#token=abc-_123')).toBe('abc-_123');
    expect(tokenOfFragment('#a=1&token=a%2Bb')).toBe('a+b');
  });

  it('is absent from other fragments', () => {
    expect(tokenOfFragment('')).toBeUndefined();
    expect(tokenOfFragment('#/tools/get_token=1')).toBeUndefined();
    expect(tokenOfFragment('#token=')).toBeUndefined();
  });

  it('survives broken escapes', () => expect(tokenOfFragment('#token=%zz')).toBe('%zz'));
});

describe('pasted text', () => {
  it.each([
    ['  s3cret \n', 's3cret'],
    ['http://127.0.0.1:50001/#token=s3cret', 's3cret'],
    ['#token=s3cret', 's3cret'],
    ['token=s3cret', 's3cret'],
    ['Authorization: Bearer s3cret', 's3cret'],
    ['bearer s3cret', 's3cret'],
  ])('%j gives the token', (pasted, token) => expect(findToken(pasted)).toBe(token));
});
