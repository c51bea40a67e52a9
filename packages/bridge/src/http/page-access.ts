import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@molehill/core/state/files';
import * as z from 'zod';
import { bridgeErrors } from '../errors.ts';
import { KEY_HEADER, parseJson, readText, sendRequest } from './request.ts';

/** The host of a page, reached from another process of the same user. Verify it with `checkHealth` first. */
export interface PageHost {
  readonly stateRoot: string;
  readonly port: number;
}

const codeSchema = z.object({ code: z.string() });

const folderOf = (stateRoot: string) => join(stateRoot, 'page-keys');
const fileOf = ({ stateRoot, port }: PageHost) => join(folderOf(stateRoot), String(port));

/** Stores the key of a host where only its owner can read it. Returns a function that removes it. */
export async function storePageKey(host: PageHost, key: string): Promise<() => Promise<void>> {
  const file = fileOf(host);
  await mkdir(folderOf(host.stateRoot), { recursive: true, mode: 0o700 });
  await replaceFile(file, `${key}\n`);
  return async () => {
    // A process that took the port meanwhile has stored its own.
    if ((await readKey(file)) === key) await rm(file, { force: true });
  };
}

/** A code that opens the page once. */
export async function requestPageCode(host: PageHost): Promise<string> {
  const { port } = host;
  const headers = { [KEY_HEADER]: await readPageKey(host) };
  const response = await sendRequest({ port, path: '/session/code', headers, body: {} });
  const answer = codeSchema.safeParse(parseJson(await readText(response))).data;
  if (response.statusCode === 200 && answer) return answer.code;
  const message = `The host did not give a code for its page; it answered with status ${response.statusCode}.`;
  throw bridgeErrors.fail('E_HOST_ANSWER', message);
}

/** With the key a terminal passes on what a person answered there. */
export async function readPageKey(host: PageHost): Promise<string> {
  const key = await readKey(fileOf(host));
  if (key !== undefined) return key;
  throw bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `The host at port ${host.port} serves no page.`);
}

async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}
