import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@molehill/core/state/files';
import * as z from 'zod';
import { bridgeErrors } from '../errors.ts';
import { type HostRequest, parseJson, readText, sendRequest } from './request.ts';

/** The host of a page, reached from another process of the same user. Verify it with `checkHealth` first. */
export interface PageHost {
  readonly stateRoot: string;
  readonly port: number;
}

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
  const key = await readKey(fileOf(host));
  if (key === undefined)
    throw bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `The host at port ${host.port} serves no page.`);
  const path = '/session/code';
  const answer = await post({ port: host.port, path, headers: { 'molehill-key': key }, body: {} });
  return codeSchema.parse(answer).code;
}

/** A person's session, for a terminal that passes on what the person answered. */
export async function openPageSession(host: PageHost): Promise<string> {
  const code = await requestPageCode(host);
  return sessionSchema.parse(await post({ port: host.port, path: '/session', body: { code } })).session;
}

const codeSchema = z.object({ code: z.string() });
const sessionSchema = z.object({ session: z.string() });

async function post(request: HostRequest): Promise<unknown> {
  const response = await sendRequest(request);
  const body = parseJson(await readText(response));
  if (response.statusCode === 200) return body;
  const message = `The host answered ${request.path} with status ${response.statusCode}.`;
  throw bridgeErrors.fail('E_HOST_ANSWER', message);
}

async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}
