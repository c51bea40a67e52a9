import { describe, expect, it } from 'vitest';
import { issueAt, issuesByPath } from './issues.ts';

function invalid(message: string, paths: readonly string[]) {
  return { code: 'E_INVALID_PARAMS', message, hint: '', retryable: false, details: { paths } };
}

describe('the issues of an invalid input', () => {
  it('are assigned to their fields', () => {
    const message =
      'expected at most 200 for limit, got 999; expected number for range.from, got "a; b: c"; expected string for name, got nothing';
    expect(issuesByPath(invalid(message, ['limit', 'range.from', 'name']))).toEqual({
      limit: 'expected at most 200, got 999',
      'range.from': 'expected number, got "a; b: c"',
      name: 'expected string, got nothing',
    });
  });

  it('leave out messages that belong to no field', () => {
    const unknown = 'unknown argument "nmae" (did you mean "name"?); accepted: name, limit';
    expect(issuesByPath(invalid(`expected number for limit, got true; ${unknown}`, ['limit', '']))).toEqual({
      limit: 'expected number, got true',
    });
    expect(issuesByPath(invalid('expected string for a, got 1; and 3 more', ['a', 'b']))).toEqual({
      a: 'expected string, got 1',
      b: 'The server rejects this value.',
    });
  });

  it('exist for E_INVALID_PARAMS only', () => {
    expect(issuesByPath({ ...invalid('a: x', ['a']), code: 'E_TIMEOUT' })).toEqual({});
    expect(issuesByPath({ code: 'E_INVALID_PARAMS', message: 'a: x', hint: '', retryable: false })).toEqual(
      {},
    );
  });
});

it('shows an issue inside a field without nested fields', () => {
  const issues = { 'tags.1': 'expected string, got 2' };
  expect(issueAt(issues, 'tags', true)).toBe('1: expected string, got 2');
  expect(issueAt(issues, 'tags', false)).toBeUndefined();
  expect(issueAt(issues, 'tag', true)).toBeUndefined();
});
