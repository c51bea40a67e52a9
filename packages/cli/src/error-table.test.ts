import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bridgeErrors } from '@molehill/bridge/errors';
import { connectionErrors } from '@molehill/connections/errors';
import { coreErrors, type ErrorTable, mergeErrorTables } from '@molehill/core/errors';
import { upstreamErrors } from '@molehill/core/upstream';
import { gatewayErrors } from '@molehill/gateway/errors';
import { projectErrors } from '@molehill/project/errors';
import { httpErrors } from '@molehill/serve/http/refusal';
import { sqlErrors } from 'dbmole-mcp/src/errors.ts';
import { toolErrors } from 'dbmole-mcp/src/tools/errors.ts';
import { esErrors } from 'esmole-mcp/src/errors.ts';
import { expect, test } from 'vitest';

/** Every table there is, by the file that declares it. */
const tables: Readonly<Record<string, ErrorTable>> = {
  'bridge/src/errors.ts': bridgeErrors.table,
  'connections/src/errors.ts': connectionErrors.table,
  'core/src/errors.ts': coreErrors.table,
  'core/src/upstream.ts': upstreamErrors.table,
  'serve/src/http/refusal.ts': httpErrors.table,
  'elasticsearch/src/errors.ts': esErrors.table,
  'gateway/src/errors.ts': gatewayErrors.table,
  'project/src/errors.ts': projectErrors.table,
  'sql/src/errors.ts': sqlErrors.table,
  'sql/src/tools/errors.ts': toolErrors.table,
};

const packages = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('*/src/**/*.{ts,tsx}', { cwd: packages })
  .filter((file) => !/\.test\.|test-support|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(packages, file), 'utf8') }));

test('no code is declared twice', () => {
  expect(() => mergeErrorTables(...Object.values(tables))).not.toThrow();
});

test('no table is missing here', () => {
  const declaring = sources.filter(({ text }) => /= defineErrors\(/.test(text)).map(({ file }) => file);
  expect(declaring.sort()).toEqual(Object.keys(tables).sort());
});

test('no code is spoken of that nobody declares', () => {
  const declared = new Set(Object.values(tables).flatMap((table) => Object.keys(table)));
  const spoken = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bE_[A-Z][A-Z_]*\b/g)].map(([code]) => ({ file, code })),
  );
  expect(spoken.filter(({ code }) => !declared.has(code))).toEqual([]);
});
