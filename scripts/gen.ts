import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CatalogueError } from './gen/editor/catalogue.ts';
import { generateEditor } from './gen/editor/files.ts';

/** `npm run gen`: writes the generated files. With --check it writes nothing and fails when one is stale. */

const root = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');

try {
  const editor = update(generateEditor(root));
  // The documents describe the servers, which need the generated code.
  const { generateDocuments } = await import('./gen/documents.ts');
  const isCurrent = [...editor, ...update(await generateDocuments(root))].length === 0;
  if (isCheck && isCurrent) console.log('All generated files are current.');
  else if (isCheck) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof CatalogueError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The paths of stale files. */
function update(files: ReadonlyMap<string, string>): readonly string[] {
  const stale = [...files].filter(([path, text]) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  for (const [path, text] of stale) {
    if (isCheck) console.error(`${path} is stale. Run: npm run gen`);
    else write(path, text);
  }
  return stale.map(([path]) => path);
}

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote ${path}`);
}
