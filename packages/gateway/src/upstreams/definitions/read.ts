import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { gatewayErrors } from '../../errors.ts';
import { METHOD_NOT_FOUND } from '../../protocol.ts';
import { type Definitions, definitionsSchema } from './definitions.ts';

const MAX_PAGES = 200;

/** Lists that the server does not offer are empty. */
export async function readDefinitions(client: Client): Promise<Definitions> {
  const capabilities = client.getServerCapabilities() ?? {};
  const [tools, prompts, resources, resourceTemplates] = await Promise.all([
    capabilities.tools && readList(client, 'tools/list', 'tools'),
    capabilities.prompts && readList(client, 'prompts/list', 'prompts'),
    capabilities.resources && readList(client, 'resources/list', 'resources'),
    capabilities.resources && readList(client, 'resources/templates/list', 'resourceTemplates'),
  ]);
  const parsed = definitionsSchema.safeParse({
    serverInfo: client.getServerVersion(),
    capabilities,
    instructions: client.getInstructions(),
    tools: tools ?? [],
    prompts: prompts ?? [],
    resources: resources ?? [],
    resourceTemplates: resourceTemplates ?? [],
  });
  if (parsed.success) return parsed.data;
  const message = `The lists of the server are invalid: ${z.prettifyError(parsed.error)}`;
  throw gatewayErrors.fail('E_UPSTREAM_PROTOCOL', message);
}

/** The SDK's own schemas drop fields they do not know. */
const pageSchema = z.looseObject({ nextCursor: z.string().optional() });

async function readList(client: Client, method: string, key: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const page = await client.request({ method, ...params }, pageSchema).catch(emptyIfUnknown);
    const items = page[key] ?? [];
    if (!Array.isArray(items))
      throw gatewayErrors.fail('E_UPSTREAM_PROTOCOL', `The result of ${method} is not a list.`);
    found.push(...items);
    if (!page.nextCursor || page.nextCursor === cursor) return found;
    cursor = page.nextCursor;
  }
  throw gatewayErrors.fail('E_UPSTREAM_PROTOCOL', `${method} has more than ${MAX_PAGES} pages.`);
}

/** Many servers with resources have no templates, and some lack methods that their capabilities declare. */
function emptyIfUnknown(error: unknown): z.output<typeof pageSchema> {
  if (error instanceof Error && 'code' in error && error.code === METHOD_NOT_FOUND) return {};
  throw error;
}
