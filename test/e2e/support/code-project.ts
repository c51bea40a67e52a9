import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './cleanup.ts';

/** The settings that make a process of Molehill use the TypeScript of this repository. */
export const typescriptSetting = {
  MOLEHILL_TYPESCRIPT_PATH: fileURLToPath(new URL('../../../node_modules/typescript', import.meta.url)),
};

export type Files = Readonly<Record<string, string>>;

const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', types: [] },
  include: ['src'],
});

/** A shop whose cart is used in another file and in a folder. */
export const shop: Files = {
  'tsconfig.json': tsconfig,
  '.vscode/settings.json': '{\n  // As the team agreed\n  "editor.tabSize": 4,\n  "files.eol": "\\n"\n}\n',
  'src/cart.ts': `/** The total of a cart. */
export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}
export const subtotal = 'total';
`,
  'src/receipt.ts': `import { total } from './cart';
export const receipt = (prices: number[]) => \`total: \${total(prices)}\`;
`,
  'src/tax/rate.ts': `import { total } from '../cart';
export const tax = (prices: number[]) => total(prices) * 0.2; // total
`,
  'src/main.ts': `import { receipt } from './receipt';
import { tax } from './tax/rate';
export const lines: string[] = [receipt([1, 2]), tax([1, 2])];
`,
};

/** A module whose two functions, with the given names, are used in so many files. */
export function wideProject(uses: number, [first, second]: readonly [string, string]): Files {
  const use = (index: number) => [
    `src/part${index % 10}/use${index}.ts`,
    `import { ${first}, ${second} } from '../shape';\nexport const value${index} = ${first}(${index}) + ${second}(${first}(1));\n`,
  ];
  return {
    'tsconfig.json': tsconfig,
    'src/shape.ts': `export function ${first}(n: number) {\n  return n;\n}\nexport function ${second}(n: number) {\n  return n;\n}\n`,
    ...Object.fromEntries(Array.from({ length: uses }, (_, index) => use(index))),
  };
}

export interface CodeProject {
  readonly folder: string;
  /** All files with their texts. */
  files(): Files;
}

export function codeProject(files: Files): CodeProject {
  const folder = realpathSync(temporaryFolder());
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, files: () => filesOf(folder) };
}

function filesOf(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
