import { expect, test } from 'vitest';
import { stem, termsOf, wordsOf } from './tokenize.ts';

test.each([
  ['create_pull_request', ['create', 'pull', 'request']],
  ['createPullRequest', ['create', 'pull', 'request']],
  ['get-HTTPServer2Status', ['get', 'http', 'server2', 'status']],
  ['github__repos.get', ['github', 'repos', 'get']],
  ['日本語 tool', ['日本', '本語', 'tool']],
  ['ファイルを削除', ['ファ', 'ァイ', 'イル', 'ルを', 'を削', '削除']],
  ['删除文件file', ['删除', '除文', '文件', 'file']],
  ['파일 삭제', ['파일', '삭제']],
  ['ลบไฟล์', ['ลบ', 'บไ', 'ไฟ', 'ฟล', 'ล์']],
  ['удалить файл', ['удалить', 'файл']],
  ['फ़ाइल हटाएं', ['फ़ाइल', 'हटाएं']],
  ['احذف الملف', ['احذف', 'الملف']],
  ['', []],
])('splits %s into %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ['create', 'creates', 'created', 'creating'],
  ['query', 'queries', 'querying', 'queried'],
  ['branch', 'branches'],
  ['log', 'logs', 'logging', 'logged'],
  ['issue', 'issues'],
  ['merge', 'merged', 'merging'],
  ['process', 'processes', 'processing'],
])('%s has the same stem as its other forms', (...forms) => {
  expect(new Set(forms.map(stem)).size).toBe(1);
});

test.each([
  ['status', 'stat'],
  ['string', 'str'],
  ['need', 'ne'],
])('%s does not have the stem %s', (word, other) => {
  expect(stem(word)).not.toBe(other);
});

test('omits stop words', () => {
  expect(termsOf('I want to list all of the files')).toEqual(['list', 'fil']);
});
