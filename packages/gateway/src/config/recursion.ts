import { basename, extname, resolve } from 'node:path';
import { realOrGiven } from './places.ts';
import type { HttpTransport, StdioTransport } from './upstream-config.ts';

const NAME = 'molehill';
const RUNNERS = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bun', 'bunx', 'node', 'deno', 'tsx']);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'fish', 'cmd', 'powershell', 'pwsh']);

/** A server that starts or calls the running program would never end. */
export function startsOurselves(
  transport: StdioTransport | HttpTransport,
  ownFile: string | undefined,
  ownUrls: readonly string[],
): boolean {
  if (transport.kind !== 'stdio') return ownUrls.some((url) => isSameAddress(url, transport.url));
  const script = ownFile === undefined ? undefined : realOrGiven(ownFile);
  const isOurs = (word: string) => isOurName(word) || realOrGiven(resolve(transport.cwd, word)) === script;
  const runner = programName(transport.command);
  if (isOurs(transport.command)) return true;
  if (RUNNERS.has(runner)) return isOurs(programOf(transport.args));
  return SHELLS.has(runner) && transport.args.some((script) => script.split(/[\s;&|'"]+/).some(isOurs));
}

const SUBCOMMANDS = new Set(['exec', 'x', 'dlx', 'run']);
const FLAGS_WITH_VALUE = new Set('-r --require --import --loader -p --package -C --prefix'.split(' '));

/** A runner runs its first argument that is not a flag; later arguments may have our name too. */
function programOf(args: readonly string[]): string {
  const isValue = (index: number) => FLAGS_WITH_VALUE.has(args[index - 1] ?? '');
  const words = args.filter((word, index) => !word.startsWith('-') && !isValue(index));
  return words.find((word) => !SUBCOMMANDS.has(word)) ?? '';
}

function isOurName(word: string): boolean {
  return new RegExp(`^${NAME}(@[^/]*)?$`).test(word) || (programName(word) === NAME && /[\\/]/.test(word));
}

function programName(path: string): string {
  const name = basename(path.replaceAll('\\', '/')).toLowerCase();
  return ['.cmd', '.exe', '.bat', '.ps1', '.mjs', '.js', '.cjs', '.ts'].includes(extname(name))
    ? name.slice(0, -extname(name).length)
    : name;
}

function isSameAddress(ours: string, theirs: string): boolean {
  if (!URL.canParse(ours) || !URL.canParse(theirs)) return false;
  const [a, b] = [new URL(ours), new URL(theirs)];
  const host = (url: URL) =>
    /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname) ? 'here' : url.hostname;
  return host(a) === host(b) && a.port === b.port;
}
