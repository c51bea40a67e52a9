import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOpensearch } from '../engines/opensearch.ts';
import type { RunningServer } from '../engines/server.ts';
import { endEverything } from './support/cleanup.ts';
import { type Installed, installPacked, supportedNodes } from './support/installed.ts';

const nodes = await supportedNodes();
const startCluster = await findOpensearch();

describe('esmole-mcp, packed and installed outside the checkout', () => {
  let elsewhere: Installed;
  let cluster: RunningServer | undefined;

  beforeAll(async () => {
    elsewhere = installPacked('esmole-mcp');
    cluster = await startCluster?.();
  });
  afterAll(async () => {
    await endEverything();
    await cluster?.stop();
  });

  function connect(node: string): Promise<Client> {
    const { host = '127.0.0.1', port = 1 } = cluster ?? {};
    const open = { type: 'elasticsearch', scheme: 'http', host, port, auth: 'none' };
    const connections = [
      { ...open, name: 'ro', readonly: true },
      { ...open, name: 'rw' },
    ];
    return elsewhere.connect(node, { ESMOLE_CONNECTIONS: JSON.stringify(connections) });
  }

  async function request(client: Client, connection: string, method: string, path: string, body?: unknown) {
    const more = body === undefined ? {} : { body };
    const input = { connection, method, path, ...more };
    return (await client.callTool({ name: 'es_request', arguments: input })).structuredContent;
  }

  test.each(nodes)('lists its tools and rejects a write without a request, on %s', async (_, node) => {
    const client = await connect(node);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list_connections', 'es_request', 'es_search', 'es_get_mapping']),
    );
    expect(await request(client, 'ro', 'DELETE', '/shop')).toMatchObject({
      ok: false,
      error: { code: 'E_READONLY' },
    });
  });

  test.skipIf(!startCluster).each(nodes)(
    'writes and finds a document in a cluster, on %s',
    async (_, node) => {
      const client = await connect(node);
      const path = `/shop-${nodes.findIndex((each) => each[1] === node)}`;
      const written = await request(client, 'rw', 'PUT', `${path}/_doc/1?refresh=true`, { name: 'größer' });
      expect(written).toMatchObject({ ok: true, data: { status: 201 } });
      expect(await request(client, 'ro', 'POST', `${path}/_search`, { size: 1 })).toMatchObject({
        ok: true,
        data: { status: 200, body: { hits: { hits: [{ _source: { name: 'größer' } }] } } },
      });
    },
  );
});
