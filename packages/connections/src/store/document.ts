import { readFile } from 'node:fs/promises';
import { errorCode } from '@molehill/core/state/files';

/** The JSON of a file of connections. Whatever else stands in it is kept as it is. */
export interface ConnectionsDocument {
  readonly connections: readonly unknown[];
  readonly [key: string]: unknown;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** JSON with comments. What is wrong is told by its place alone, because the text around it may be a secret. */
export async function parseJson(text: string): Promise<Parsed<unknown>> {
  const { parseJsonc } = await import('@molehill/core/state/jsonc');
  return parseJsonc(text);
}

export async function parseDocument(text: string): Promise<Parsed<ConnectionsDocument>> {
  const json = await parseJson(text);
  if (!json.ok) return json;
  if (isDocument(json.value)) return { ok: true, value: json.value };
  return { ok: false, problem: 'not of the form {"connections": […]}' };
}

function isDocument(value: unknown): value is ConnectionsDocument {
  return (
    typeof value === 'object' && value !== null && 'connections' in value && Array.isArray(value.connections)
  );
}

export function printDocument(document: ConnectionsDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Nothing when there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
