import { expect, test } from 'vitest';
import { languageServer } from '../../../../test/engines/language-servers.ts';
import { startContext } from '../testing/host.ts';
import { describeLanguage } from '../testing/language-contract.ts';
import { openTestLanguages } from '../testing/language-host.ts';

const use = (index: number, more = '') =>
  [
    `uses${index % 4}/use${index}.go`,
    `package uses${index % 4}

import "example.com/shop/core"

var X${index} = core.TotalPrice(1) + core.TotalPrice(2)
${more}`,
  ] as const;

await describeLanguage({
  name: 'Go',
  server: 'gopls',
  files: {
    'go.mod': 'module example.com/shop\n\ngo 1.24\n',
    'core/price.go': 'package core\n\nfunc TotalPrice(count int) int {\n\treturn count * 2\n}\n',
  },
  file: 'core/price.go',
  symbol: 'TotalPrice',
  newName: 'SumPrice',
  use,
  broken: { text: use(0, 'var Y = missing\n')[1], message: /undefined: missing/ },
});

const gopls = await languageServer('gopls');

test.skipIf(gopls === undefined)('gopls updates no imports when a file is moved', async () => {
  const { host, at } = openTestLanguages({ 'go.mod': 'module example.com/shop\n', 'a.go': 'package shop\n' });
  const moves = [{ from: at('a.go'), to: at('b.go') }];
  expect(await host.willRenameFiles(moves, startContext)).toBeUndefined();
});
