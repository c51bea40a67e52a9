import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { gatewayErrors } from '../../errors.ts';
import { METHOD_NOT_FOUND } from '../../protocol.ts';
import { type Definitions, definitionsSchema } from './definitions.ts';

type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list';

const MAX_PAGES = 200;

const { tools, prompts, resources, resourceTemplates } = definitionsSchema.shape;

/** Lists that the server does not offer are empty. */
export async function readDefinitions(client: Client): Promise<Definitions> {
  const capabilities = client.getServerCapabilities() ?? {};
  const all = <T>(offered: unknown, method: ListMethod, key: string, items: z.ZodType<T[]>) =>
    offered ? readList(client, { method, key, items }) : Promise.resolve([]);
  const lists = await Promise.all([
    all(capabilities.tools, 'tools/list', 'tools', tools),
    all(capabilities.prompts, 'prompts/list', 'prompts', prompts),
    all(capabilities.resources, 'resources/list', 'resources', resources),
    all(capabilities.resources, 'resources/templates/list', 'resourceTemplates', resourceTemplates),
  ]);
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    serverInfo: client.getServerVersion(),
    capabilities,
    instructions: client.getInstructions(),
    tools: lists[0],
    prompts: lists[1],
    resources: lists[2],
    resourceTemplates: lists[3],
  };
}

interface ListRequest<T> {
  readonly method: ListMethod;
  readonly key: string;
  readonly items: z.ZodType<T[]>;
}

/** Uses a schema of our own, because the SDK's drops fields it does not know. */
async function readList<T>(client: Client, { method, key, items }: ListRequest<T>): Promise<T[]> {
  const page = z.looseObject({ nextCursor: z.string().optional() });
  const found: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const result = await client.request({ method, ...params }, page).catch(emptyIfUnknown);
    found.push(...parseItems(items, result[key], method));
    if (!result.nextCursor || result.nextCursor === cursor) return found;
    cursor = result.nextCursor;
  }
  throw gatewayErrors.fail('E_UPSTREAM_PROTOCOL', `${method} has more than ${MAX_PAGES} pages.`);
}

function parseItems<T>(items: z.ZodType<T[]>, value: unknown, method: ListMethod): T[] {
  const parsed = items.safeParse(value ?? []);
  if (parsed.success) return parsed.data;
  throw gatewayErrors.fail(
    'E_UPSTREAM_PROTOCOL',
    `The result of ${method} is not a valid list: ${parsed.error.message}`,
  );
}

/** Many servers with resources have no templates, and some lack methods that their capabilities declare. */
function emptyIfUnknown(error: unknown): { nextCursor?: string; [key: string]: unknown } {
  if (error instanceof Error && 'code' in error && error.code === METHOD_NOT_FOUND) return {};
  throw error;
}
