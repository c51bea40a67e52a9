import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatElapsed,
  formatNumber,
} from './format.ts';

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [0.04, '0 ms'],
    [4.23, '4.2 ms'],
    [9.99, '10 ms'],
    [123.4, '123 ms'],
    [999.6, '1.00 s'],
    [1_240, '1.24 s'],
    [12_345, '12.3 s'],
    [59_960, '1 min 00 s'],
    [65_000, '1 min 05 s'],
    [3_720_000, '1 h 02 min'],
  ])('%d ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it('keeps the number of digits of a running clock', () => {
    expect([0, 950, 1_000, 12_340, 61_000].map(formatElapsed)).toEqual([
      '0.0 s',
      '0.9 s',
      '1.0 s',
      '12.3 s',
      '1 min 01 s',
    ]);
  });

  it('shows no negative duration when clocks differ', () => {
    expect(formatElapsed(-20)).toBe('0.0 s');
    expect(formatDuration(-20)).toBe('0 ms');
  });
});

describe('sizes, counts and times', () => {
  it.each([
    [812, '812 B'],
    [1_000, '1 KB'],
    [1_240, '1.2 KB'],
    [99_600, '100 KB'],
    [1_500_000, '1.5 MB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it('has singular and plural', () => {
    expect([0, 1, 2].map((count) => formatCount(count, 'tool'))).toEqual(['0 tools', '1 tool', '2 tools']);
  });

  it('has the date unless it is today', () => {
    const now = new Date(2026, 10, 16, 12, 0, 0);
    expect(formatClock(new Date(2026, 10, 16, 8, 5, 9).toISOString(), now)).toBe('08:05:09');
    expect(formatClock(new Date(2026, 10, 15, 8, 5, 9).toISOString(), now)).toBe('11-15 08:05:09');
    expect(formatClock('never', now)).toBe('never');
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [0.2831, '0.283'],
    [5.992, '5.99'],
    [99.96, '100'],
    [1198.4, '1,198'],
    [14_506_632.2, '14,506,632'],
  ])('%d is %s', (value, text) => expect(formatNumber(value)).toBe(text));
});
