import { visible } from '../visible.ts';
import type { DeclaredHttp, DeclaredLaunch, DeclaredStdio } from './declared.ts';

const SECRET = /token|key|secret|passw|auth|credential|cookie/i;
const LONGEST_VALUE = 200;

/** What a person agrees to: what the file says is started or called, references as they are written. */
export function declarationOf(launch: DeclaredLaunch): string {
  const text = launch.kind === 'stdio' ? ofProgram(launch) : ofAddress(launch);
  return visible(text).replaceAll('\n', '\\n');
}

/** The command or the address alone, as it is written: for lists that everybody may see. */
export function commandOf(launch: DeclaredLaunch): string {
  const text = launch.kind === 'stdio' ? [launch.command, ...launch.args].map(quoted).join(' ') : launch.url;
  return visible(text).replaceAll('\n', '\\n');
}

function ofProgram({ command, args, env, envFile, cwd }: DeclaredStdio): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shown(name, value)}`);
  return [
    ...variables,
    ...(envFile === undefined ? [] : [`(variables of ${envFile})`]),
    ...[command, ...args].map(quoted),
    ...(cwd === undefined ? [] : [`(in ${cwd})`]),
  ].join(' ');
}

function ofAddress({ kind, url, headers }: DeclaredHttp): string {
  const names = Object.keys(headers);
  return [
    ...(kind === 'sse' ? ['SSE'] : []),
    url,
    ...(names.length > 0 ? [`(headers ${names.join(', ')})`] : []),
  ].join(' ');
}

/** A variable can change what a program does, so it is shown unless it holds what must not be seen. */
function shown(name: string, value: string): string {
  const isReference = /\$\{|\{env:|\{file:/.test(value);
  if (SECRET.test(name) && !isReference) return '***';
  return quoted(value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./${}~-]+$/.test(word) ? word : JSON.stringify(word);
}
