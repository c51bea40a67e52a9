import { join, resolve } from 'node:path';
import { stampOf } from '../file-watch.ts';
import { type DeclaredLaunch, type DeclaredStdio, unusable } from './declared.ts';
import { checkReferenced, placeholderOf } from './file-references.ts';
import { formats } from './formats/formats.ts';
import type { ConfigPlace } from './places.ts';
import { type ReferenceContext, resolveText } from './references.ts';
import { scriptsOf } from './scripts.ts';
import type { DecidingFile, HttpTransport, StdioTransport } from './upstream-config.ts';

export interface ResolveOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly defaultCwd: string;
}

type ResolveValue = (written: string) => string;

/** Throws when the server is unusable. Reads no file that the entry names. */
export function resolveLaunch(launch: DeclaredLaunch, place: ConfigPlace, options: ResolveOptions) {
  const { folder, format, scope } = place;
  const roles = new Map<string, DecidingFile['role']>();
  const register = (path: string, role: DecidingFile['role']): string => {
    const file = resolve(folder, underHome(path, options.home));
    if (role !== 'script') checkReferenced(file);
    if (!roles.has(file)) roles.set(file, role);
    return file;
  };
  const context: ReferenceContext = {
    ...options,
    folder,
    placeholderOf: (path) => placeholderOf(register(path, 'value')),
  };
  const text = (written: string) => resolveText(written, formats[format].syntax, context);
  const transport = launch.kind === 'stdio' ? stdio(launch, text, context, options) : http(launch, text);
  if (transport.kind === 'stdio' && transport.envFile !== undefined) register(transport.envFile, 'variables');
  // A user's own servers need no approval.
  if (transport.kind === 'stdio' && scope === 'project')
    for (const script of scriptsOf(transport, folder)) register(script, 'script');
  const files = [...roles].map(([path, role]) => ({ path, role, stamp: stampOf(path) }));
  return { transport, files };
}

function stdio(
  { command, args, env, envFile, cwd, framing }: DeclaredStdio,
  text: ResolveValue,
  { folder, home }: ReferenceContext,
  { defaultCwd }: ResolveOptions,
): StdioTransport {
  const absolute = (written: string) => {
    const path = text(written);
    if (path.includes('\0')) throw unusable('the path of its folder or env file is in another file');
    return resolve(folder, underHome(path, home));
  };
  return {
    kind: 'stdio',
    command: text(command),
    args: args.map(text),
    env: mapValues(env, text),
    ...(envFile !== undefined && { envFile: absolute(envFile) }),
    cwd: cwd === undefined ? defaultCwd : absolute(cwd),
    framing,
  };
}

function http({ kind, url: written, headers }: HttpTransport, text: ResolveValue): HttpTransport {
  const url = text(written);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw unusable('its url does not start with http:// or https://');
  return { kind, url, headers: mapValues(headers, text) };
}

function mapValues(values: Readonly<Record<string, string>>, text: ResolveValue): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)]));
}

function underHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
