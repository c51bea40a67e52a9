import { escapeInvisible } from '../escape-invisible.ts';
import type { DeclaredLaunch, DeclaredStdio } from './declared.ts';
import { unusedFields } from './formats/entry.ts';
import { isLoaderVariable } from './loader-variables.ts';
import type {
  DecidingFile,
  HttpTransport,
  LaunchFact,
  StdioTransport,
  UpstreamConfig,
} from './upstream-config.ts';

const SECRET = /token|key|secret|passw|auth|credential|cookie/i;
const REFERENCE = /\$\{|\{env:|\{file:/;
/** One word that is neither a path nor a flag. */
const OPAQUE = /^[^\s\\/.-][^\s\\/]*$/;

export interface Declared {
  readonly launch: DeclaredLaunch;
  readonly transport: UpstreamConfig['transport'];
  readonly files: readonly DecidingFile[];
  readonly shared: boolean;
  readonly entries: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Everything a person approves, in full and with unresolved references. Only a literal secret is hidden, and only where
 * its text cannot be a command line.
 */
export function declarationOf({
  launch,
  transport,
  files,
  shared,
  entries,
}: Declared): readonly LaunchFact[] {
  const own =
    launch.kind === 'stdio' && transport.kind === 'stdio'
      ? stdioFacts(launch, transport)
      : httpFacts(launch as HttpTransport);
  const unused = entries.flatMap(unusedFields);
  return [
    ...own,
    ...files.flatMap(({ path, role }) => (role === 'script' ? [fact('Script', path)] : [])),
    ...(shared ? [fact('Shared', 'one process for all folders')] : []),
    ...unused.map(([name, value]) => fact('Unused field', `${name}: ${JSON.stringify(value)}`)),
  ];
}

/** Only the command or URL, for lists. */
export function commandOf(launch: DeclaredLaunch): string {
  return oneLine(
    launch.kind === 'stdio' ? [launch.command, ...launch.args].map(quoted).join(' ') : launch.url,
  );
}

/** A variable, with a warning where it decides what is run or loaded. */
export function variableFact(label: string, name: string, value: string): LaunchFact {
  const isLoader = isLoaderVariable(name);
  const shown = `${name}=${quoted(isLoader ? value : withoutSecret(name, value))}`;
  if (!isLoader) return fact(label, shown);
  return { ...fact(label, shown), warning: `${oneLine(name)} decides which programs or code are loaded.` };
}

function stdioFacts(launch: DeclaredStdio, { cwd, envFile }: StdioTransport): readonly LaunchFact[] {
  return [
    fact('Command', commandOf(launch)),
    ...Object.entries(launch.env).map(([name, value]) => variableFact('Variable', name, value)),
    ...(envFile === undefined ? [] : [fact('Variables of', envFile)]),
    fact('Folder', cwd),
    ...(launch.framing === 'newline' ? [] : [fact('Framing', launch.framing)]),
  ];
}

function httpFacts({ kind, url, headers }: HttpTransport): readonly LaunchFact[] {
  return [
    fact('Address', url),
    ...(kind === 'sse' ? [fact('Transport', 'SSE')] : []),
    ...Object.entries(headers).map(([name, value]) =>
      fact('Header', `${name}: ${SECRET.test(name) && !REFERENCE.test(value) ? '***' : value}`),
    ),
  ];
}

function withoutSecret(name: string, value: string): string {
  return SECRET.test(name) && !REFERENCE.test(value) && OPAQUE.test(value) ? '***' : value;
}

function fact(label: string, text: string): LaunchFact {
  return { label, text: oneLine(text) };
}

function oneLine(text: string): string {
  return escapeInvisible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./${}~*-]+$/.test(word) ? word : JSON.stringify(word);
}
