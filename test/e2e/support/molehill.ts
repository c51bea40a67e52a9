import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at, text } from '../../clients/json.ts';
import { temporaryFolder } from './cleanup.ts';
import { cleanEnvironment, firstJsonLine, type Running, type SpawnOptions, start } from './processes.ts';

export const cliFolder = fileURLToPath(new URL('../../../packages/cli', import.meta.url));
const bin = (name: string, folder = cliFolder) => join(folder, 'bin', `${name}.mjs`);
const fixture = fileURLToPath(new URL('../../fixtures/serve.ts', import.meta.url));

/** The built programs. */
export const molehillBin = bin('molehill');
export const vscbBin = bin('vscb');

export interface MolehillOptions extends SpawnOptions {
  /** State directory; default: a new one. */
  readonly home?: string;
  /** Node to run it with; default: the current one. */
  readonly node?: string;
  readonly program?: 'molehill' | 'vscb';
  /** The package to run; default: the one of the checkout. */
  readonly folder?: string | undefined;
}

export function spawnMolehill(args: readonly string[], options: MolehillOptions = {}): Running {
  if (!existsSync(join(cliFolder, 'dist/start.mjs')))
    throw new Error('packages/cli/dist is missing: run `npm run build` first');
  const home = options.home ?? temporaryFolder();
  const node = options.node ?? process.execPath;
  return start(node, [bin(options.program ?? 'molehill', options.folder), ...args], {
    ...options,
    cwd: options.cwd ?? home,
    env: { ...cleanEnvironment(home, node), ...options.env },
  });
}

export interface Finished {
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end; `input` is its standard input. */
export async function runMolehill(
  args: readonly string[],
  options: MolehillOptions & { readonly input?: string } = {},
): Promise<Finished> {
  const running = spawnMolehill(args, options);
  running.stdin.end(options.input ?? '');
  const code = await running.ended;
  return { code, ...running.output };
}

/** A server that listens on a local port. */
export interface HttpServer {
  readonly running: Running;
  readonly url: string;
  readonly port: number;
  readonly token: string;
}

/** `molehill up`, with the address of its page. */
export interface UpServer extends HttpServer {
  readonly page: string;
}

/** `molehill up` on a free port. */
export async function startUp(
  args: readonly string[] = ['--port', '0'],
  options: MolehillOptions = {},
): Promise<UpServer> {
  const running = spawnMolehill(['up', '--no-open', '--json', ...args], options);
  const line = await firstJsonLine(running);
  const url = text(at(line, 'mcp')).replace(/\/mcp$/, '');
  const [token, page] = [text(at(line, 'token')), text(at(line, 'page'))];
  return { running, url, port: Number(new URL(url).port), token, page };
}

/** The fixture tools over stdio. */
export function spawnFixture(args: readonly string[] = [], options: SpawnOptions = {}): Running {
  const env = cleanEnvironment(temporaryFolder());
  return start(process.execPath, [fixture, 'stdio', ...args], { ...options, env });
}

/** The fixture tools over HTTP. */
export async function startFixture(
  args: readonly string[] = [],
  options: SpawnOptions = {},
): Promise<HttpServer> {
  const token = 'fixture-token-5d1f0c';
  const env = cleanEnvironment(temporaryFolder());
  const running = start(process.execPath, [fixture, 'http', '--token', token, ...args], { ...options, env });
  const url = text(at(await firstJsonLine(running), 'url'));
  return { running, url, port: Number(new URL(url).port), token };
}
