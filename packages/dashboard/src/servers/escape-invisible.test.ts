import { expect, it } from 'vitest';
import { escapeInvisible } from './escape-invisible.ts';

it.each([
  ['node server.js "a b" --größe=1 文件', 'node server.js "a b" --größe=1 文件'],
  ['rm \u202Etxt.sj', 'rm \\u{202E}txt.sj'],
  ['a\u200Bb\u00A0c\u3164d', 'a\\u{200B}b\\u{A0}c\\u{3164}d'],
  ['a\u{E0041}', 'a\\u{E0041}'],
  ['a\nb', 'a\\u{A}b'],
  ['a\uFE0Fb\u2800c', 'a\\u{FE0F}b\\u{2800}c'],
  ['a\u001B[2K', 'a\\u{1B}[2K'],
])('%j is shown as %j', (text, shown) => expect(escapeInvisible(text)).toBe(shown));
