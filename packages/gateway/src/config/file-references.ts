import { statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { messageOf } from '@molehill/core/errors';
import { readRegularFileSync } from '@molehill/core/files/regular-file';
import { unusable } from './declared.ts';
import type { HttpTransport, StdioTransport } from './upstream-config.ts';

/** Values and variables; a larger file is a mistake. */
const MAX_BYTES = 1024 * 1024;

/** Stands for the content of a file. No entry can contain a null character. */
export function placeholderOf(path: string): string {
  return `\0${path}\0`;
}

const PLACEHOLDER = /\0([^\0]+)\0/g;

/** Throws for a file that could not be read later. Reads nothing. */
export function checkReferenced(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw unusable(`it needs the file ${path}, which cannot be read`);
  if (!stat.isFile()) throw unusable(`it needs the file ${path}, which is not a regular file`);
  if (stat.size > MAX_BYTES)
    throw unusable(`it needs the file ${path}, which is larger than ${MAX_BYTES} bytes`);
}

/** The transport with the content of the files it refers to. Only for servers that are about to start. */
export function readReferences(transport: StdioTransport | HttpTransport): StdioTransport | HttpTransport {
  const text = (value: string) => value.replace(PLACEHOLDER, (_, path: string) => read(path).trim());
  const values = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, text(value)]));
  if (transport.kind !== 'stdio')
    return { ...transport, url: text(transport.url), headers: values(transport.headers) };
  const { command, args, env, envFile, ...rest } = transport;
  const variables = envFile === undefined ? {} : variablesOf(envFile);
  return { ...rest, command: text(command), args: args.map(text), env: { ...variables, ...values(env) } };
}

export function variablesOf(envFile: string): Readonly<Record<string, string>> {
  return { ...parseEnv(read(envFile)) } as Record<string, string>;
}

function read(path: string): string {
  try {
    return readRegularFileSync(path, { limit: MAX_BYTES });
  } catch (error) {
    throw unusable(`it needs the file ${path}, which cannot be read: ${messageOf(error)}`);
  }
}
