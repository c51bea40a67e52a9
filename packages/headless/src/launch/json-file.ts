import { readFile } from 'node:fs/promises';
import { coreErrors } from '@molehill/core/errors';
import { isRecord } from '@molehill/core/record';
import { errorCode } from '@molehill/core/state/files';
import { parseJsonc } from '@molehill/core/state/jsonc';

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object from a file of the project: JSON with comments. Undefined without the file. E_CONFIG. */
export async function readJsonFile(path: string): Promise<JsonObject | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const parsed = parseJsonc(text, { allowEmpty: true });
  const hint = 'Correct the file, then call again.';
  if (!parsed.ok)
    throw coreErrors.fail('E_CONFIG', `${path}, line ${parsed.line}: ${parsed.reason}.`, { hint });
  if (parsed.value === undefined) return undefined;
  if (isRecord(parsed.value)) return parsed.value;
  throw coreErrors.fail('E_CONFIG', `${path} is not a JSON object.`, { hint });
}

/** The objects of a list; anything else is left out. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Applies the section of this platform and drops those of all. */
export function forPlatform(value: JsonObject, platform: NodeJS.Platform = process.platform): JsonObject {
  const { linux, osx, windows, ...rest } = value;
  const own = platform === 'win32' ? windows : platform === 'darwin' ? osx : linux;
  return isRecord(own) ? { ...rest, ...own } : rest;
}
