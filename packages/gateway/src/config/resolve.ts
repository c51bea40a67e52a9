import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { canonicalJson, sha256 } from '../canonical-json.ts';
import { type DeclaredLaunch, type DeclaredStdio, unusable } from './declared.ts';
import { formats } from './formats/formats.ts';
import type { ConfigPlace } from './places.ts';
import { type ReferenceContext, resolveText } from './references.ts';
import type { HttpTransport, StdioTransport } from './upstream-config.ts';

export interface ResolveOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly defaultCwd: string;
}

type ResolveValue = (written: string) => string;

/** Throws when the server is unusable. The hash covers the files it refers to, because they decide what runs too. */
export function resolveLaunch(
  launch: DeclaredLaunch,
  { folder, format }: ConfigPlace,
  options: ResolveOptions,
) {
  const read = new Map<string, string>();
  const context: ReferenceContext = {
    ...options,
    folder,
    readFile: (path) => {
      const file = resolve(folder, underHome(path, options.home));
      const content = readReferenced(file);
      read.set(file, content);
      return content;
    },
  };
  const text = (written: string) => resolveText(written, formats[format].syntax, context);
  const transport = launch.kind === 'stdio' ? stdio(launch, text, context, options) : http(launch, text);
  const contents = [...read].map(([path, content]) => [path, sha256(content)]);
  return { transport, hash: sha256(canonicalJson({ format, launch, contents })), files: [...read.keys()] };
}

function stdio(
  { command, args, env, envFile, cwd, framing }: DeclaredStdio,
  text: ResolveValue,
  { folder, home, readFile }: ReferenceContext,
  { defaultCwd }: ResolveOptions,
): StdioTransport {
  const variables =
    envFile === undefined ? {} : (parseEnv(readFile(text(envFile))) as Record<string, string>);
  return {
    kind: 'stdio',
    command: text(command),
    args: args.map(text),
    env: { ...variables, ...mapValues(env, text) },
    cwd: cwd === undefined ? defaultCwd : resolve(folder, underHome(text(cwd), home)),
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

function readReferenced(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw unusable(`it needs the file ${file}, which cannot be read`);
  }
}

function underHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
