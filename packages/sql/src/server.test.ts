import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeAnyInput } from '@molehill/serve/testing/any-input';
import { describeServerContract } from '@molehill/serve/testing/server-contract';
import { afterAll } from 'vitest';
import { openSqlEndpoint } from './testing/sql-client.ts';

const endpoint = openSqlEndpoint({ connections: [{ name: 'a', type: 'sqlite', file: 'a.db' }] });
writeFileSync(join(endpoint.workspace, 'a.db'), '');
afterAll(() => endpoint.close());

describeServerContract(endpoint.server);
describeAnyInput(endpoint.server, 20);
