import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeAnyInput } from '@molehill/serve/testing/any-input';
import { describeServerContract } from '@molehill/serve/testing/server-contract';
import { afterAll, expect, test } from 'vitest';
import { openSqlEndpoint } from './testing/sql-client.ts';

const endpoint = openSqlEndpoint({ connections: [{ name: 'a', type: 'sqlite', file: 'a.db' }] });
writeFileSync(join(endpoint.workspace, 'a.db'), '');
afterAll(() => endpoint.close());

describeServerContract(endpoint.server);
describeAnyInput(endpoint.server, 20);

test('serves the documented tools', () => {
  expect(endpoint.server.tools.map(({ name }) => name)).toEqual([
    'list_connections',
    'add_connection',
    'update_connection',
    'remove_connection',
    'test_connection',
    'query',
    'execute_script',
    'list_databases',
    'list_schemas',
    'list_tables',
    'describe_table',
    'search_objects',
    'explain_query',
    'sample_rows',
    'profile_column',
    'schema_diagram',
    'export_query',
    'wait',
  ]);
});
