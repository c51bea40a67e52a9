import { escapeInvisible } from '../escape-invisible.ts';
import type { DeclaredLaunch } from './declared.ts';

const SECRET = /token|key|secret|passw|auth|credential|cookie/i;
const MAX_VALUE_LENGTH = 200;

/** Everything a person approves: command or URL, variables, folder and header names, with unresolved references. */
export function declarationOf(launch: DeclaredLaunch): string {
  if (launch.kind !== 'stdio') {
    const headers = Object.keys(launch.headers);
    const names = headers.length > 0 ? [`(headers ${headers.join(', ')})`] : [];
    return oneLine([...(launch.kind === 'sse' ? ['SSE'] : []), launch.url, ...names]);
  }
  const { command, args, env, envFile, cwd } = launch;
  return oneLine([
    ...Object.entries(env).map(([name, value]) => `${name}=${variableText(name, value)}`),
    ...(envFile === undefined ? [] : [`(variables of ${envFile})`]),
    ...[command, ...args].map(quoted),
    ...(cwd === undefined ? [] : [`(in ${cwd})`]),
  ]);
}

/** Only the command or URL, for lists. */
export function commandOf(launch: DeclaredLaunch): string {
  return oneLine(launch.kind === 'stdio' ? [launch.command, ...launch.args].map(quoted) : [launch.url]);
}

function oneLine(parts: readonly string[]): string {
  return escapeInvisible(parts.join(' ')).replaceAll('\n', '\\n');
}

/** A variable can change what a program does, so it is shown unless it is a secret. */
function variableText(name: string, value: string): string {
  const isReference = /\$\{|\{env:|\{file:/.test(value);
  if (SECRET.test(name) && !isReference) return '***';
  return quoted(value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./${}~-]+$/.test(word) ? word : JSON.stringify(word);
}
