import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { canonicalJson, sha256 } from '../canonical.ts';
import { type DeclaredHttp, type DeclaredLaunch, type DeclaredStdio, unusable } from './declared.ts';
import { formats } from './formats/formats.ts';
import type { ConfigPlace } from './places.ts';
import { type ReferenceContext, resolveText } from './references.ts';
import type { HttpTransport, StdioTransport } from './upstream-config.ts';

export interface ResolveOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Where a program runs whose file does not say. */
  readonly defaultCwd: string;
}

export interface Resolved {
  readonly transport: StdioTransport | HttpTransport;
  readonly hash: string;
  /** Files that were read on the way. */
  readonly files: readonly string[];
}

/** Throws what makes the server unusable. Files a definition draws from are part of what was approved. */
export function resolveLaunch(launch: DeclaredLaunch, place: ConfigPlace, options: ResolveOptions): Resolved {
  const read = new Map<string, string>();
  const context: ReferenceContext = {
    env: options.env,
    home: options.home,
    folder: place.folder,
    readFile: (path) => readNamed(path, place.folder, options.home, read),
  };
  const text = (written: string) => resolveText(written, formats[place.format].syntax, context);
  const transport = launch.kind === 'stdio' ? stdio(launch, text, context, options) : http(launch, text);
  const contents = [...read].map(([path, content]) => [path, sha256(content)]);
  const hash = sha256(canonicalJson({ format: place.format, launch, contents }));
  return { transport, hash, files: [...read.keys()] };
}

type Text = (written: string) => string;

function stdio(
  launch: DeclaredStdio,
  text: Text,
  context: ReferenceContext,
  { defaultCwd, home }: ResolveOptions,
): StdioTransport {
  const fromFile = launch.envFile === undefined ? {} : envOf(context.readFile(text(launch.envFile)));
  return {
    kind: 'stdio',
    command: text(launch.command),
    args: launch.args.map(text),
    env: { ...fromFile, ...mapValues(launch.env, text) },
    cwd: launch.cwd === undefined ? defaultCwd : resolve(context.folder, underHome(text(launch.cwd), home)),
    framing: launch.framing,
  };
}

function http(launch: DeclaredHttp, text: Text): HttpTransport {
  const url = text(launch.url);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw unusable('its url is not one that begins with http:// or https://');
  return { kind: launch.kind, url, headers: mapValues(launch.headers, text) };
}

function mapValues(values: Readonly<Record<string, string>>, text: Text): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, text(value)]));
}

function envOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parseEnv(text)).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function readNamed(path: string, folder: string, home: string, read: Map<string, string>): string {
  const file = resolve(folder, underHome(path, home));
  try {
    const content = readFileSync(file, 'utf8');
    read.set(file, content);
    return content;
  } catch {
    throw unusable(`it needs the file ${file}, which cannot be read`);
  }
}

function underHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
