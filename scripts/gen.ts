import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDocuments } from './gen/documents.ts';

/** `npm run gen`: writes the generated documents. With --check it writes nothing and fails when one is stale. */

const root = fileURLToPath(new URL('..', import.meta.url));
const stale = [...(await generateDocuments(root))].filter(([path, text]) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is stale. Run: npm run gen`);
  if (stale.length > 0) process.exitCode = 1;
  else console.log('All generated documents are current.');
} else {
  for (const [path, text] of stale) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}
