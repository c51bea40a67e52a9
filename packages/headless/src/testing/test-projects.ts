import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import type { TestContext } from '@molehill/editor/host';
import { onTestFinished } from 'vitest';
import {
  hasGo,
  jestPackage,
  oldVitestPackage,
  pytestEnvironment,
} from '../../../../test/engines/test-frameworks.ts';
import { HeadlessTestHost } from '../tests/host.ts';
import { openWorkspace } from '../workspace.ts';

/** A small project of one framework: a test that fails in a group, cases of one test, a skipped one, one at the top. */
export interface TestProjectFixture {
  readonly framework: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file with the tests. */
  readonly file: string;
  /** Names as discovery lists them, with their lines. */
  readonly listed: readonly (readonly [name: string, line: number])[];
  readonly failing: {
    readonly name: string;
    /** A line inside it, and the line where it fails. */
    readonly line: number;
    readonly failsAt: number;
    readonly message: string;
    /** What makes it pass. */
    readonly fix: readonly [string, string];
  };
  readonly oneCase: string;
  readonly lineOutside: number;
  /** From the line of the first listed test to code inside it. */
  readonly bodyOffset: number;
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number };
  /** Links to what is installed; false where the framework is missing on this machine. */
  prepare(folder: string): Promise<boolean>;
}

const ownVitest = dirname(fileURLToPath(import.meta.resolve('vitest/package.json')));

const JAVASCRIPT = `describe('cart', () => {
  it('adds', () => {
    expect(1 + 1).toBe(2);
  });
  describe('inner (x)', () => {
    it.each([[1, 2], [2, 4]])('doubles %i', (a, b) => {
      expect(a * 2).toBe(b);
    });
    it('fails', () => {
      const total = 3;
      expect(total).toBe(4);
    });
  });
  it.skip('later', () => {});
});
test('top', () => {});
`;

const javascript = {
  failing: {
    name: 'cart > inner (x) > fails',
    line: 10,
    failsAt: 11,
    fix: ['total = 3', 'total = 4'],
  },
  oneCase: 'cart > inner (x) > doubles 2',
  lineOutside: 13,
  bodyOffset: 1,
  counts: { passed: 4, failed: 1, skipped: 1 },
} as const;

const jest: TestProjectFixture = {
  ...javascript,
  framework: 'jest',
  file: 'cart.test.js',
  files: { 'package.json': '{ "devDependencies": { "jest": "30" } }', 'cart.test.js': JAVASCRIPT },
  listed: [
    ['cart > adds', 2],
    ['cart > inner (x) > doubles %i', 6],
    ['cart > inner (x) > fails', 9],
    ['cart > later', 14],
    ['top', 16],
  ],
  failing: { ...javascript.failing, message: 'Expected: 4' },
  prepare: async (folder) => link(folder, 'jest', await jestPackage()),
};

const VITEST_IMPORT = "import { describe, expect, it, test } from 'vitest'; ";

const vitest: TestProjectFixture = {
  ...javascript,
  framework: 'vitest',
  file: 'src/cart.test.ts',
  files: {
    'package.json': '{ "type": "module", "devDependencies": { "vitest": "*" } }',
    'src/cart.test.ts': `${VITEST_IMPORT}${JAVASCRIPT.replace('total = 3', 'total: number = 3')}`,
  },
  listed: [
    ['cart > adds', 2],
    ['cart > inner (x) > doubles %i', 6],
    ['cart > inner (x) > fails', 9],
    ['top', 16],
  ],
  failing: { ...javascript.failing, message: 'expected 3 to be 4', fix: ['number = 3', 'number = 4'] },
  prepare: async (folder) => link(folder, 'vitest', ownVitest),
};

/** Runs the files to list their tests, so it knows the cases. */
const oldVitest: TestProjectFixture = {
  ...vitest,
  listed: [
    ['cart > adds', 2],
    ['cart > inner (x) > doubles 1', 6],
    ['cart > inner (x) > doubles 2', 6],
    ['cart > inner (x) > fails', 9],
    ['top', 16],
  ],
  prepare: async (folder) => link(folder, 'vitest', await oldVitestPackage()),
};

const nodeTest: TestProjectFixture = {
  framework: 'node:test',
  file: 'cart.test.js',
  files: {
    'package.json': '{ "scripts": { "test": "node --test" } }',
    'cart.test.js': `const { describe, it, test } = require('node:test');
const assert = require('node:assert');
describe('cart', () => {
  for (const n of [1, 2]) it(\`doubles \${n}\`, () => {
    assert.equal(n * 2, n + n);
  });
  describe('inner (x)', () => {
    it('fails', () => {
      const total = 3;
      assert.equal(total, 4);
    });
  });
  it.skip('later', () => {});
});
test('top', async (t) => {
  await t.test('sub', () => {});
});
`,
  },
  listed: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as the source shows it
    ['cart > doubles ${n}', 4],
    ['cart > inner (x) > fails', 8],
    ['cart > later', 13],
    ['top', 15],
    ['top > sub', 16],
  ],
  failing: {
    name: 'cart > inner (x) > fails',
    line: 9,
    failsAt: 10,
    message: '3 == 4',
    fix: ['total = 3', 'total = 4'],
  },
  oneCase: 'cart > doubles 2',
  lineOutside: 14,
  bodyOffset: 1,
  counts: { passed: 4, failed: 1, skipped: 1 },
  prepare: async () => true,
};

const pytest: TestProjectFixture = {
  framework: 'pytest',
  file: 'tests/test_cart.py',
  files: {
    'pyproject.toml': '[project]\nname = "cart"\n',
    'tests/test_cart.py': `import pytest


@pytest.mark.parametrize(
    "a, b",
    [(1, 2), (2, 4)],
)
def test_double(a, b):
    text = """
def test_hidden(): pass
"""
    assert a * 2 == b


class TestCart:
    def test_fails(self):
        total = 3
        assert total == 4

    @pytest.mark.skip(reason="later")
    def test_later(self):
        pass
`,
  },
  listed: [
    ['test_double[1-2]', 8],
    ['test_double[2-4]', 8],
    ['TestCart::test_fails', 16],
    ['TestCart::test_later', 21],
  ],
  failing: {
    name: 'TestCart::test_fails',
    line: 17,
    failsAt: 18,
    message: 'assert 3 == 4',
    fix: ['total = 3', 'total = 4'],
  },
  oneCase: 'test_double[2-4]',
  lineOutside: 2,
  bodyOffset: 4,
  counts: { passed: 2, failed: 1, skipped: 1 },
  prepare: async (folder) => {
    const environment = await pytestEnvironment();
    if (environment) symlinkSync(environment, join(folder, '.venv'));
    return environment !== undefined;
  },
};

const goTest: TestProjectFixture = {
  framework: 'go test',
  file: 'cart/cart_test.go',
  files: {
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'cart/cart_test.go': `package cart

import "testing"

func TestDouble(t *testing.T) {
	for _, name := range []string{"one", "two two"} {
		t.Run(name, func(t *testing.T) {})
	}
	t.Run("written out", func(t *testing.T) {})
}

func TestFails(t *testing.T) {
	total := 3
	if total != 4 {
		t.Errorf("total is %d", total)
	}
}

func TestLater(t *testing.T) { t.Skip("later") }
`,
  },
  listed: [
    ['TestDouble', 5],
    ['TestDouble/written_out', 9],
    ['TestFails', 12],
    ['TestLater', 19],
  ],
  failing: {
    name: 'TestFails',
    line: 13,
    failsAt: 15,
    message: 'total is 3',
    fix: ['total := 3', 'total := 4'],
  },
  oneCase: 'TestDouble/two_two',
  lineOutside: 4,
  bodyOffset: 1,
  counts: { passed: 3, failed: 1, skipped: 1 },
  prepare: hasGo,
};

export const testProjects: readonly (readonly [string, TestProjectFixture])[] = [
  ['vitest', vitest],
  ['vitest 3', oldVitest],
  ['jest', jest],
  ['node:test', nodeTest],
  ['pytest', pytest],
  ['go test', goTest],
];

function link(folder: string, name: string, target: string): boolean {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(target, join(folder, 'node_modules', name));
  return true;
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** A test host for a new folder with these files. */
export function openTests(files: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = process.env) {
  const folder = realpathSync.native(tempFolder());
  writeFiles(folder, files);
  const reaper = createReaper(silentLog);
  const workspace = openWorkspace({ folders: [folder], stateRoot: tempFolder(), log: silentLog });
  const host = new HeadlessTestHost({ workspace, env, reaper });
  onTestFinished(() => host.close());
  return { folder, host };
}

export const testContext: TestContext = {
  signal: new AbortController().signal,
  progress: () => {},
  scope: 'test',
};
