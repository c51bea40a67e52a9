import type { Failure } from '../api-client.ts';
import { listOf } from '../json.ts';

/** The server's messages about single fields, by path. It lists the paths, and joins the messages into one. */
export function issuesByPath({ code, message, details }: Failure['error']): Readonly<Record<string, string>> {
  if (code !== 'E_INVALID_PARAMS') return {};
  const paths = listOf(details?.paths).filter((path): path is string => !!path && typeof path === 'string');
  const starts = paths.map((path) => startOf(message, path)).filter((start) => start !== undefined);
  return Object.fromEntries(paths.map((path) => [path, partFor(message, path, starts)]));
}

function mention(path: string): string {
  return ` for ${path}, got `;
}

/** Messages are joined by semicolons, and each names its path once. */
function startOf(message: string, path: string): number | undefined {
  const at = message.indexOf(mention(path));
  if (at < 0) return undefined;
  const before = message.lastIndexOf('; ', at);
  return before < 0 ? 0 : before + 2;
}

function partFor(message: string, path: string, starts: readonly number[]): string {
  const start = startOf(message, path);
  if (start === undefined) return 'The server rejects this value.';
  const end = Math.min(message.length, ...starts.filter((other) => other > start).map((other) => other - 2));
  return message
    .slice(start, end)
    .replace(/; (and \d+ more|unknown argument .*)$/, '')
    .replace(mention(path), ', got ');
}

/** The issue of a field, or of a value within it where the form has no field of its own for that. */
export function issueAt(
  issues: Readonly<Record<string, string>>,
  path: string,
  within: boolean,
): string | undefined {
  const own = issues[path];
  if (own !== undefined || !within) return own;
  const inner = Object.entries(issues).find(([other]) => other.startsWith(`${path}.`));
  return inner && `${inner[0].slice(path.length + 1)}: ${inner[1]}`;
}
