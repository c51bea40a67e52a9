import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { editorErrors } from '@molehill/editor/errors';

const DEFAULT_PORT = 9229;
const OPEN_MS = 5_000;
const POLL_MS = 25;

/** The port of a Node.js process' inspector, which is opened when it is not open yet. E_LAUNCH_FAILED. */
export async function inspectorPort(pid: number): Promise<number> {
  const { program, args } = await describeProcess(pid);
  const given = portOf(args);
  if (given !== undefined) return given;
  // The signal that opens the inspector ends any other program.
  if (!/^node(\.exe)?$/.test(program)) throw failed(pid, `is "${program}", and not Node.js`);
  const how = 'Start the program with --inspect=0 and attach to the port that it prints.';
  const port = signalPort(args);
  if (await accepts(port)) throw failed(pid, `has no inspector, and port ${port} is taken`, how);
  process.kill(pid, 'SIGUSR1');
  for (const deadline = performance.now() + OPEN_MS; performance.now() < deadline; await sleep(POLL_MS))
    if (await accepts(port)) return port;
  throw failed(pid, 'did not open its inspector', how);
}

async function describeProcess(pid: number): Promise<{ readonly program: string; readonly args: string }> {
  try {
    if (process.platform === 'linux') {
      const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      return { program: basename(await readlink(`/proc/${pid}/exe`)), args };
    }
    const ask = async (column: string) =>
      (await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)])).stdout.trim();
    return { program: basename(await ask('comm')), args: await ask('args') };
  } catch {
    throw failed(pid, 'does not run, or belongs to another user');
  }
}

/** Of `--inspect`, `--inspect-brk=9230` and `--inspect-wait=127.0.0.1:9230`; port 0 is chosen by Node.js. */
function portOf(args: string): number | undefined {
  const found = /--inspect(?:-brk|-wait)?(?:=(?:\S*:)?(\d+))?(?:\s|$)/.exec(args);
  const port = found && Number(found[1] ?? DEFAULT_PORT);
  return port || undefined;
}

/** Where the inspector opens after the signal. */
function signalPort(args: string): number {
  return Number(/--(?:inspect|debug)-port[= ](?:\S*:)?(\d+)/.exec(args)?.[1]) || DEFAULT_PORT;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

function failed(pid: number, reason: string, hint?: string) {
  return editorErrors.fail(
    'E_LAUNCH_FAILED',
    `Process ${pid} ${reason}.`,
    hint === undefined ? {} : { hint },
  );
}
