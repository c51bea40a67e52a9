import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifiersIn } from './identifiers.ts';

const namesIn = (text: string, language: string) => identifiersIn(text, language).map(({ name }) => name);

describe('identifiers of the code', () => {
  test.each([
    ['typescript', 'const a = b.c; // d', ['const', 'a', 'b', 'c']],
    ['typescript', '/* a\n b */ c', ['c']],
    ['typescript', `const a = 'b' + "c\\"d" + e`, ['const', 'a', 'e']],
    [
      'typescript',
      'total subtotal totals $total #total',
      ['total', 'subtotal', 'totals', '$total', '#total'],
    ],
    ['typescript', `\`a \${b + \`c \${d}\` + { e: 1 }.e} f\` + g`, ['b', 'd', 'e', 'e', 'g']],
    ['typescript', 'a.replace(/["\'b]\\//g, c) / d / e', ['a', 'replace', 'c', 'd', 'e']],
    ['typescript', 'return /a"b/.test(c)', ['return', 'test', 'c']],
    ['typescript', 'größe + 日本', ['größe', '日本']],
    ['typescript', '0xff + 1e5 + 10n + a1', ['a1']],
    ['typescriptreact', "<p>Don't {a}</p>", ['p', 'Don', 't', 'a', 'p']],
    ['typescriptreact', '<a b={c} /><d e={f} />', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['typescriptreact', '<b>{x}</b><i>{y}</i>', ['b', 'x', 'b', 'i', 'y', 'i']],
    ['python', 'a = "b" # c', ['a']],
    ['python', '"""a\n"b" c"""\nd', ['d']],
    ['python', "x = f'{a}' + rb'c' + d", ['x', 'd']],
    ['go', 'a := `b "c` + "d" // e', ['a']],
    ['rust', `fn f<'a>(x: &'a str) { r#"b "c" "# ; 'd'; r#type }`, ['fn', 'f', 'x', 'str', 'type']],
    ['c', "#include <a.h>\nint b = 'c'; /* d */", ['include', 'a', 'h', 'int', 'b']],
    ['cpp', 'auto a = R"x(b "c)x" + d;', ['auto', 'a', 'd']],
  ])('%s: %s', (language, text, expected) => {
    expect(namesIn(text, language)).toEqual(expected);
  });

  test.each(['typescript', 'python', 'go', 'rust', 'c'])('%s: are where they are said to be', (language) => {
    const part = fc.constantFrom(
      'a',
      '"',
      "'",
      '`',
      '/',
      '*',
      '#',
      '${',
      '}',
      '{',
      '\\',
      '\n',
      ' ',
      '名',
      '1',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const { name, offset } of identifiersIn(text, language)) {
          expect(text.slice(offset, offset + name.length)).toBe(name);
          expect(offset).toBeGreaterThanOrEqual(end);
          end = offset + name.length;
        }
      }),
    );
  });

  test.each([
    ['typescript', (name: string) => `// ${name}\n/* ${name} */ '${name}'; "${name}"; \`${name}\``],
    ['python', (name: string) => `# ${name}\n'${name}'\n"${name}"\n"""${name}"""`],
    ['go', (name: string) => `// ${name}\n/* ${name} */ "${name}" \`${name}\``],
  ])('%s: never those of comments and strings', (language, hidden) => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{3,10}$/);
    fc.assert(
      fc.property(name, (one) => {
        expect(namesIn(hidden(one), language)).toEqual([]);
      }),
    );
  });

  test('a long file is read in linear time', () => {
    const text = 'const value = other.value; // value\n'.repeat(20_000);
    expect(identifiersIn(text, 'typescript').filter(({ name }) => name === 'value')).toHaveLength(40_000);
  });
});
