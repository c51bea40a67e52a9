import { expect, test } from 'vitest';
import { goTests } from './go.ts';
import { javascriptTests } from './javascript.ts';
import { pythonTests } from './python.ts';
import type { SourceTest } from './source-test.ts';

const shown = (tests: readonly SourceTest[]) =>
  tests.map(({ kind, titles, firstLine, lastLine }) => [
    kind,
    titles.map(({ text }) => text).join(' > '),
    firstLine,
    lastLine,
  ]);

test('JavaScript: brackets in strings, comments, templates and regular expressions do not count', () => {
  const text = `describe('a "quoted" (name', () => {
  // it('commented out', () => {})
  const pattern = /it\\('no', \\)[)]/;
  const half = 4 / 2; // it('no')
  if (pattern.test('it')) run(\`\${half} it('no', \${\`(\`}\`);
  it('it\\'s here', async () => {
    expect(')').toBe(")");
  });
});
it('after', () => {});
`;
  expect(shown(javascriptTests(text))).toEqual([
    ['suite', 'a "quoted" (name', 1, 9],
    ['test', 'a "quoted" (name > it\'s here', 6, 8],
    ['test', 'after', 10, 10],
  ]);
});

test('JavaScript: modifiers, tables, computed titles and subtests', () => {
  const text = `describe.skip(Cart, () => {
  it.each\`
    a | b
    \${1} | \${2}
  \`('$a is %s', ({ a }) => {});
  test.concurrent.for([1])('case %i of %s', () => {});
  for (const name of names) it(name, () => {});
  test.skipIf(isOld)('maybe', () => {});
});
test('outer', async (t) => {
  await t.test('inner', () => {});
});
`;
  const tests = javascriptTests(text);
  expect(shown(tests)).toEqual([
    ['suite', 'Cart', 1, 9],
    ['test', 'Cart > $a is %s', 2, 5],
    ['test', 'Cart > case %i of %s', 6, 6],
    ['test', 'Cart > name', 7, 7],
    ['test', 'Cart > maybe', 8, 8],
    ['test', 'outer', 10, 12],
    ['test', 'outer > inner', 11, 11],
  ]);
  const pattern = (index: number) => tests[index]?.titles.at(-1)?.pattern ?? '';
  expect('1 is 2').toMatch(new RegExp(`^${pattern(1)}$`));
  expect('maybe').toMatch(new RegExp(`^${pattern(4)}$`));
  expect(tests[6]?.testAncestors).toEqual([1]);
});

test('Python: classes, decorators, text in strings, and functions that are no tests', () => {
  const text = `import pytest

@pytest.mark.parametrize(
    "a",
    [1],
)
async def test_a(a):
    def test_inner():
        pass
    text = """
def test_hidden():
"""
    assert a


class Helper:
    def test_not_collected(self): ...


class TestCart(Base):
    def test_b(
        self,
    ):
        assert True

    def helper(self): ...


class Old(unittest.TestCase):
    def test_c(self): ...
`;
  expect(shown(pythonTests(text))).toEqual([
    ['test', 'test_a', 3, 13],
    ['suite', 'TestCart', 20, 26],
    ['test', 'TestCart > test_b', 21, 24],
    ['suite', 'Old', 29, 30],
    ['test', 'Old > test_c', 30, 30],
  ]);
});

test('Go: functions of the testing package and subtests that are written out', () => {
  const text = `package a

func Testimony() {}

func TestA(t *testing.T) {
	s := \`func TestRaw(t *testing.T) {\`
	t.Run("with space", func(t *testing.T) {
		t.Run("deeper", func(t *testing.T) {})
	})
	t.Run(name, func(t *testing.T) {})
}

func helper(t *testing.T) { t.Run("no test around it", nil) }

func FuzzB(f *testing.F) {}
`;
  expect(shown(goTests(text))).toEqual([
    ['test', 'TestA', 5, 11],
    ['test', 'TestA > with_space', 7, 9],
    ['test', 'TestA > with_space > deeper', 8, 8],
    ['test', 'FuzzB', 15, 15],
  ]);
});
