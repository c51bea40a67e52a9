import { text } from 'node:stream/consumers';
import { messageOf } from '@molehill/core/errors';
import { UsageError } from './output.ts';

/** Parses a tool's arguments from `name=value` words or one JSON object. The dispatcher validates them. */
export async function inputFromWords(
  schema: Readonly<Record<string, unknown>>,
  words: readonly string[],
  json: string | undefined,
): Promise<unknown> {
  if (json !== undefined && words.length > 0) {
    throw new UsageError('Arguments given twice.', 'Use either --input or name=value words.');
  }
  if (json !== undefined) return parseJson(json === '-' ? await text(process.stdin) : json);
  const properties = schema.properties as Record<string, { type?: string }> | undefined;
  return Object.fromEntries(words.map((word) => parseWord(word, properties ?? {})));
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch (error) {
    const reason = messageOf(error);
    throw new UsageError(`--input is not JSON: ${reason}.`, `Example: --input '{"limit": 5}'`);
  }
}

function parseWord(word: string, properties: Readonly<Record<string, { type?: string }>>): [string, unknown] {
  const separator = word.indexOf('=');
  if (separator < 1) throw new UsageError(`"${word}" is not of the form name=value.`, 'Example: limit=5');
  const name = word.slice(0, separator);
  const value = word.slice(separator + 1);
  return [name, properties[name]?.type === 'string' ? value : jsonOrText(value)];
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
