import { join } from 'node:path';
import { type ErrorCode, MolehillError } from '@molehill/core/errors';
import type { Answer } from '@molehill/core/result';
import { errorCode } from '@molehill/core/state/files';
import * as z from 'zod';
import { answerSchema, processSchema, progressSchema } from '../answer.ts';
import { readText, writeComplete } from './files.ts';

/** The files of a job. Only this module reads and writes their content. */
export const names = {
  command: 'command.json',
  claim: 'claim',
  progress: 'progress.json',
  response: 'response.json',
  error: 'error.json',
  done: 'done',
  /** The renamed command, when the disk is too full for an answer. */
  unwritable: 'unwritable',
  /** The host died while it ran the job. */
  interrupted: 'interrupted',
} as const;

export const PROTOCOL = 1;
const MAX_INLINE_LENGTH = 2 * 1024 * 1024;
const SIDE_FILE = 'data.json';

const leaseSchema = z.object({
  /** Names a file. */
  hostId: z.string().regex(/^[0-9a-z]{1,40}$/),
  ...processSchema.shape,
  version: z.string(),
  since: z.number(),
  at: z.number(),
});

/** A host's identity and its last heartbeat. Linked into a job it is the claim. */
export type HostLease = z.output<typeof leaseSchema>;

const commandSchema = z.object({
  protocol: z.literal(PROTOCOL),
  id: z.string(),
  tool: z.string(),
  at: z.number(),
  pickupMs: z.number(),
  client: z.object({ name: z.string(), session: z.string().optional(), ...processSchema.shape }),
});

export type CommandHead = z.output<typeof commandSchema>;

const errorSchema = z.object({
  code: z.templateLiteral(['E_', z.string()]),
  message: z.string(),
  hint: z.string(),
  retryable: z.boolean(),
  outranksAbort: z.boolean(),
});

/** The dispatcher's answer, or the bridge's reason why there is none. */
export type Reply = { readonly answer: Answer } | { readonly failure: MolehillError };

export async function writeCommand(
  job: string,
  head: Omit<CommandHead, 'protocol'>,
  input: unknown,
): Promise<void> {
  await writeWithBody(job, names.command, { protocol: PROTOCOL, ...head }, input ?? null);
}

export async function readCommand(job: string): Promise<{ head: CommandHead; input: unknown }> {
  const { head, body } = await readWithBody(job, names.command);
  return { head: commandSchema.parse(head), input: body };
}

/** Undefined when the command cannot be read. */
export async function readSender(job: string): Promise<CommandHead['client'] | undefined> {
  for (const name of [names.command, names.unwritable]) {
    const command = commandSchema.safeParse(await readJson(join(job, name))).data;
    if (command) return command.client;
  }
  return undefined;
}

export async function writeReply(job: string, reply: Reply): Promise<void> {
  const ok = 'answer' in reply && reply.answer.envelope.ok;
  const name = ok ? names.response : names.error;
  if ('answer' in reply)
    return writeWithBody(job, name, { protocol: PROTOCOL, kind: 'answer' }, reply.answer);
  const { code, message, hint, retryable, outranksAbort } = reply.failure;
  const head = { protocol: PROTOCOL, kind: 'bridge' };
  return writeWithBody(job, name, head, { code, message, hint, retryable, outranksAbort });
}

/** An error takes precedence over a response. */
export async function readReply(job: string, files: readonly string[]): Promise<Reply> {
  const name = files.includes(names.error) ? names.error : names.response;
  const { head, body } = await readWithBody(job, name);
  if (head.kind === 'answer') return { answer: answerSchema.parse(body) };
  const { code, message, ...options } = errorSchema.parse(body);
  return { failure: new MolehillError(code satisfies ErrorCode, message, options) };
}

export const writeProgress = (job: string, progress: z.output<typeof progressSchema>) =>
  writeComplete(join(job, names.progress), JSON.stringify(progress));

export async function readProgress(job: string) {
  return progressSchema.safeParse(await readJson(join(job, names.progress))).data;
}

export const writeLease = (path: string, lease: HostLease) => writeComplete(path, JSON.stringify(lease));

export async function readLease(path: string): Promise<HostLease | undefined> {
  return leaseSchema.safeParse(await readJson(path)).data;
}

/** A large body is stored in a side file, so that the message stays quick to read. */
async function writeWithBody(job: string, name: string, head: object, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  if (text.length <= MAX_INLINE_LENGTH)
    return writeComplete(join(job, name), joinHead(head, `"body":${text}`));
  await writeComplete(join(job, sideOf(name)), text);
  await writeComplete(join(job, name), joinHead(head, `"bodyIn":"${sideOf(name)}"`));
}

const sideOf = (name: string) => name.replace(/json$/, SIDE_FILE);

function joinHead(head: object, field: string): string {
  return `${JSON.stringify(head).slice(0, -1)},${field}}`;
}

const wrapper = z.looseObject({ body: z.unknown().optional(), bodyIn: z.string().optional() });

async function readWithBody(job: string, name: string) {
  const { body, bodyIn, ...head } = wrapper.parse(JSON.parse(await readText(join(job, name))));
  if (bodyIn === undefined) return { head, body };
  return { head, body: JSON.parse(await readText(join(job, sideOf(name)))) as unknown };
}

/** What may be at the place of a file: nothing, a link, a folder, a pipe, too much. */
const NO_FILE = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EISDIR', 'EINVAL', 'ENXIO', 'EFBIG']);

/** Undefined when there is no such regular file, or it is not JSON. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(path));
  } catch (error) {
    if (error instanceof SyntaxError || NO_FILE.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
