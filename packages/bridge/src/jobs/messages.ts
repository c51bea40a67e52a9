import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, MolehillError } from '@molehill/core/errors';
import type { Answer } from '@molehill/core/result';
import { errorCode } from '@molehill/core/state/files';
import * as z from 'zod';
import { answerSchema } from '../answer.ts';
import { processSchema } from '../process.ts';
import { readWhole, writeNew } from './small-files.ts';

/** Every file of a job, written and read here and nowhere else, by clients and hosts alike. */
export const names = {
  command: 'command.json',
  claim: 'claim',
  progress: 'progress.json',
  response: 'response.json',
  error: 'error.json',
  done: 'done',
  /** The command under another name, which needs no space on a full disk: the answer could not be written. */
  unwritable: 'unwritable',
  /** The host died over it. */
  interrupted: 'interrupted',
} as const;

const PROTOCOL = 1;
const LARGEST_INLINE = 2 * 1024 * 1024;
const SIDE_FILE = 'data.json';

const cardSchema = z.object({
  hostId: z.string(),
  ...processSchema.shape,
  version: z.string(),
  since: z.number(),
  at: z.number(),
});

/** Who a host is, and when it was last there. Linked into a job it is the claim on it. */
export type HostCard = z.output<typeof cardSchema>;

const commandSchema = z.object({
  protocol: z.literal(PROTOCOL),
  id: z.string(),
  tool: z.string(),
  at: z.number(),
  pickupMs: z.number(),
  client: z.object({ name: z.string(), ...processSchema.shape }),
});

export type CommandHead = z.output<typeof commandSchema>;

const progressSchema = z.object({
  done: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
});

const errorSchema = z.object({
  code: z.templateLiteral(['E_', z.string()]),
  message: z.string(),
  hint: z.string(),
  retryable: z.boolean(),
  outranksAbort: z.boolean(),
});

/** What the dispatcher answered, or why the bridge never asked it. */
export type Reply = { readonly answer: Answer } | { readonly failure: MolehillError };

export async function writeCommand(
  job: string,
  head: Omit<CommandHead, 'protocol'>,
  input: unknown,
): Promise<void> {
  await writeWithBody(job, names.command, { protocol: PROTOCOL, ...head }, input ?? null);
}

/** Throws when it is not a command. */
export async function readCommand(job: string): Promise<{ head: CommandHead; input: unknown }> {
  const { head, body } = await readWithBody(job, names.command);
  return { head: commandSchema.parse(head), input: body };
}

/** Who sent it, also of one that is done with; nothing when that cannot be told. */
export async function readSender(job: string): Promise<CommandHead['client'] | undefined> {
  for (const name of [names.command, names.unwritable]) {
    const head = await readJson(join(job, name));
    const command = commandSchema.safeParse(head).data;
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

/** An error beats a response. Throws when there is neither. */
export async function readReply(job: string, present: readonly string[]): Promise<Reply> {
  const name = present.includes(names.error) ? names.error : names.response;
  const { head, body } = await readWithBody(job, name);
  if (head.kind === 'answer') return { answer: answerSchema.parse(body) };
  const { code, message, ...options } = errorSchema.parse(body);
  return { failure: new MolehillError(code satisfies ErrorCode, message, options) };
}

export async function writeProgress(job: string, progress: z.output<typeof progressSchema>): Promise<void> {
  await writeComplete(join(job, names.progress), JSON.stringify(progress));
}

export async function readProgress(job: string) {
  return progressSchema.safeParse(await readJson(join(job, names.progress))).data;
}

export async function writeCard(path: string, card: HostCard): Promise<void> {
  await writeComplete(path, JSON.stringify(card));
}

export async function readCard(path: string): Promise<HostCard | undefined> {
  return cardSchema.safeParse(await readJson(path)).data;
}

/** Much data lies in a file of its own, so that the message itself stays quick to read. */
async function writeWithBody(job: string, name: string, head: object, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  if (text.length <= LARGEST_INLINE) return writeComplete(join(job, name), joinHead(head, `"body":${text}`));
  await writeComplete(join(job, sideOf(name)), text);
  await writeComplete(join(job, name), joinHead(head, `"bodyIn":"${sideOf(name)}"`));
}

const sideOf = (name: string) => name.replace(/json$/, SIDE_FILE);

function joinHead(head: object, field: string): string {
  return `${JSON.stringify(head).slice(0, -1)},${field}}`;
}

const wrapper = z.looseObject({ body: z.unknown().optional(), bodyIn: z.string().optional() });

async function readWithBody(job: string, name: string) {
  const { body, bodyIn, ...head } = wrapper.parse(JSON.parse(await readWhole(join(job, name))));
  if (bodyIn === undefined) return { head, body };
  return { head, body: JSON.parse(await readWhole(join(job, sideOf(name)))) as unknown };
}

/** Under its own name a file is complete or not there, so what a killed writer left is never taken for a message. */
async function writeComplete(path: string, text: string): Promise<void> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeNew(part, text);
    renameSync(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Nothing when it is not there or not JSON. What cannot be read for another reason must not pass for that. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readWhole(path));
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
