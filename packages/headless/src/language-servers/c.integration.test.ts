import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languageServer } from '../../../../test/engines/language-servers.ts';
import { startContext } from '../testing/host.ts';
import { describeLanguage } from '../testing/language-contract.ts';
import { openTestLanguages } from '../testing/language-host.ts';

const use = (index: number, more = '') =>
  [
    `src/use${index}.c`,
    `#include "price.h"

int use${index}(void) {
  return total_price(1) + total_price(2);
}
${more}`,
  ] as const;

const files = {
  'src/price.h': 'int total_price(int count);\n',
  'src/price.c': '#include "price.h"\n\nint total_price(int count) {\n  return count * 2;\n}\n',
};

await describeLanguage({
  name: 'C',
  server: 'clangd',
  files,
  file: 'src/price.c',
  alsoDeclaredIn: 'src/price.h',
  symbol: 'total_price',
  newName: 'sum_price',
  use,
  seesNewFiles: false,
  prepare(folder, uses) {
    const listed = ['src/price.c', ...uses].map((file) => ({
      directory: folder,
      file,
      arguments: ['cc', '-c', file],
    }));
    writeFileSync(join(folder, 'compile_commands.json'), JSON.stringify(listed));
  },
  broken: { text: use(0, 'int y = missing;\n')[1], message: /undeclared identifier 'missing'/ },
});

const clangd = await languageServer('clangd');

test.skipIf(clangd === undefined)('without a list of files nothing is renamed', async () => {
  const { host, find } = openTestLanguages({ ...files, ...Object.fromEntries([use(0)]) });
  const renaming = host.rename(find('src/price.c', 'total_price'), 'sum_price', startContext);
  await expect(renaming).rejects.toMatchObject({
    code: 'E_LANGUAGE_SERVER',
    message: expect.stringContaining('compile_commands.json'),
    retryable: false,
  });
});
