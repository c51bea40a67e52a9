import { expect, test } from 'vitest';
import { indentationOf } from './indentation.ts';

const spaces = (tabSize: number) => ({ tabSize, insertSpaces: true });

test.each([
  ['two spaces', 'if (a) {\n  if (b) {\n    c();\n  }\n}\n', spaces(2)],
  ['four spaces', 'class A {\n    go() {\n        return 1;\n    }\n}\n', spaces(4)],
  ['four spaces below a comment', '/**\n * text\n */\nclass A {\r\n    go() {\r\n    }\r\n}\r\n', spaces(4)],
  ['tabs', 'class A {\n\tgo() {\n\t\treturn 1;\n\t}\n}\n', { tabSize: 4, insertSpaces: false }],
  ['nothing', 'a();\nb();\n', spaces(2)],
  ['an empty file', '', spaces(2)],
])('finds the indentation of %s', (_, text, expected) => {
  expect(indentationOf(text)).toEqual(expected);
});
