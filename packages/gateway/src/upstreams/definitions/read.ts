import type { Client } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { gatewayErrors } from '../../errors.ts';
import { type Definitions, definitionsSchema } from './definitions.ts';

type ListMethod = 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list';

/** A list that needs more pages than this does not end. */
const MOST_PAGES = 200;

const { tools, prompts, resources, resourceTemplates } = definitionsSchema.shape;

/** Asks a running server for all it says about itself. Lists it does not offer are empty. */
export async function readDefinitions(client: Client, signal?: AbortSignal): Promise<Definitions> {
  const capabilities = client.getServerCapabilities() ?? {};
  const all = <T>(offered: unknown, method: ListMethod, key: string, items: z.ZodType<T[]>) =>
    offered ? readList(client, { method, key, items, signal }) : Promise.resolve([]);
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
  readonly signal: AbortSignal | undefined;
}

/** Asked with a schema of our own, because the SDK's would leave out fields it does not know. */
async function readList<T>(client: Client, { method, key, items, signal }: ListRequest<T>): Promise<T[]> {
  const page = z.looseObject({ nextCursor: z.string().optional() });
  const found: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const params = cursor === undefined ? {} : { params: { cursor } };
    const result = await client.request({ method, ...params }, page, signal ? { signal } : {}).catch(absent);
    found.push(...parseItems(items, result[key], method));
    if (!result.nextCursor || result.nextCursor === cursor) return found;
    cursor = result.nextCursor;
  }
  throw gatewayErrors.fail(
    'E_UPSTREAM_PROTOCOL',
    `The answers to ${method} do not end after ${MOST_PAGES} pages.`,
  );
}

function parseItems<T>(items: z.ZodType<T[]>, value: unknown, method: ListMethod): T[] {
  const parsed = items.safeParse(value ?? []);
  if (parsed.success) return parsed.data;
  throw gatewayErrors.fail(
    'E_UPSTREAM_PROTOCOL',
    `The answer to ${method} is no list: ${parsed.error.message}`,
  );
}

const METHOD_NOT_FOUND = -32_601;

/** Many servers offer resources and have no templates, and some offer what they do not have at all. */
function absent(error: unknown): { nextCursor?: string; [key: string]: unknown } {
  if (error instanceof Error && 'code' in error && error.code === METHOD_NOT_FOUND) return {};
  throw error;
}
