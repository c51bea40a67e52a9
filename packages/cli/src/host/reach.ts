import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bridgeErrors } from '@molehill/bridge/errors';
import { callTool, type QuestionAnswer } from '@molehill/bridge/http/call';
import { checkHealth } from '@molehill/bridge/http/health';
import { readPageKey, requestPageCode } from '@molehill/bridge/http/page-access';
import { getJson } from '@molehill/bridge/http/request';
import { JobClient } from '@molehill/bridge/jobs/client';
import { openWindows, type WindowRecord } from '@molehill/bridge/windows';
import { isMolehillError } from '@molehill/core/errors';
import { stateDirectory } from '@molehill/core/paths';
import { type Ask, type Question, requireConfirmation } from '@molehill/core/question';
import type { Answer } from '@molehill/core/result';
import type { TerminalContext } from '../terminal-call.ts';
import { pageAddress } from '../web/page-address.ts';

/** `auto` takes HTTP where the host has a port, else the job folder. */
export const hostTransports = ['auto', 'jobs', 'http'] as const;
export type HostTransport = (typeof hostTransports)[number];

export interface RunningHost {
  readonly window: WindowRecord;
  /** The address of its page with a new code; a host reached through the job folder has none. */
  pageAddress?(): Promise<string>;
  call(tool: string, input: unknown, context: TerminalContext): Promise<Answer>;
  /** A request to its HTTP API; a host reached through the job folder has none. */
  get?(path: string): Promise<unknown>;
}

export interface ReachOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly workspace: string;
  readonly via: HostTransport;
  /** `auto` takes the job folder, where the calls of one session share handles. */
  readonly prefersJobs?: boolean;
  readonly kinds?: readonly WindowRecord['kind'][] | undefined;
}

/** The host that has this workspace open. With `auto` the result is undefined where there is none. */
export async function reachHost(options: ReachOptions): Promise<RunningHost | undefined> {
  const { env, workspace, via, prefersJobs = false, kinds } = options;
  const stateRoot = stateDirectory(env);
  const windows = openWindows(stateRoot);
  try {
    const window = await windows.choose({ workspace: resolve(workspace), cwd: process.cwd(), kinds });
    const overHttp = via === 'http' || (via === 'auto' && !prefersJobs && window.port !== undefined);
    return overHttp ? await httpHost(window, stateRoot) : jobHost(window);
  } catch (error) {
    if (via === 'auto' && isMolehillError(error) && error.code === 'E_BRIDGE_UNAVAILABLE') return undefined;
    throw error;
  }
}

async function httpHost(window: WindowRecord, stateRoot: string): Promise<RunningHost> {
  const { port, tokenFile } = window;
  if (port === undefined || tokenFile === undefined)
    throw bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `The window ${window.id} does not listen on a port.`);
  const token = readFileSync(tokenFile, 'utf8').trim();
  await checkHealth({ port, token, projectRoot: rootOf(window) });
  const host = { stateRoot, port };
  return {
    window,
    pageAddress: async () => pageAddress(`http://127.0.0.1:${port}`, await requestPageCode(host)),
    get: (path) => getJson({ port, token, path }),
    call: async (tool, input, context) => {
      const answers: QuestionAnswer[] = [];
      let key: string | undefined;
      for (;;) {
        const outcome = await callTool({ port, token, tool, input, answers, key, ...context });
        if (!('question' in outcome)) return outcome;
        answers.push(await answerQuestion(outcome.question, context.ask));
        key ??= await readPageKey(host);
      }
    },
  };
}

/** Throws unless the person accepts. */
async function answerQuestion(question: Question, ask: Ask): Promise<QuestionAnswer> {
  const reply = await ask(question);
  await requireConfirmation(async () => reply, question.message);
  return { message: question.message, ...(reply.action === 'accept' ? { content: reply.content } : {}) };
}

function jobHost(window: WindowRecord): RunningHost {
  const client = new JobClient({ workspace: rootOf(window), name: 'vscb' });
  return {
    window,
    call: async (tool, input, { signal, onProgress }) => client.call({ tool, input, signal, onProgress }),
  };
}

function rootOf({ folders: [root], id }: WindowRecord): string {
  if (root !== undefined) return root;
  throw bridgeErrors.fail('E_BRIDGE_UNAVAILABLE', `The window ${id} has no folder open.`);
}
