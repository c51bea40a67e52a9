import { basename, sep } from 'node:path';
import { unusable } from './declared.ts';

/**
 * `shell`: `${X}` and `${X:-default}`; `editor`: `${env:X}` and the editor's own names; `any`: both;
 * `braces`: `{env:X}` and `{file:path}`.
 */
export type ReferenceSyntax = 'shell' | 'editor' | 'any' | 'braces';

export interface ReferenceContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder of the file that refers. */
  readonly folder: string;
  readFile(path: string): string;
}

type Resolve = (reference: string, written: string, context: ReferenceContext) => string;

const DOLLAR = /\$\{([^{}]*)\}/g;
const BRACES = /\{((?:env|file):[^{}]+)\}/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const syntaxes: Readonly<Record<ReferenceSyntax, { readonly pattern: RegExp; readonly resolve: Resolve }>> = {
  shell: { pattern: DOLLAR, resolve: shellReference },
  editor: { pattern: DOLLAR, resolve: editorReference },
  any: { pattern: DOLLAR, resolve: anyReference },
  braces: { pattern: BRACES, resolve: bracesReference },
};

/** A copy with every reference replaced. What cannot be is named; its value is never guessed. */
export function resolveText(text: string, syntax: ReferenceSyntax, context: ReferenceContext): string {
  const { pattern, resolve } = syntaxes[syntax];
  return text.replace(pattern, (written: string, reference: string) => resolve(reference, written, context));
}

function shellReference(reference: string, written: string, context: ReferenceContext): string {
  refuseQuestions(reference, written);
  const [name, fallback] = split(reference.startsWith('env:') ? reference.slice(4) : reference);
  if (!VARIABLE.test(name)) return written;
  const value = variable(name, context) ?? (name === 'CLAUDE_PROJECT_DIR' ? context.folder : undefined);
  // As in a shell, `:-` stands in for what is empty too.
  if (fallback !== undefined) return value || fallback;
  return value ?? missing(name);
}

function editorReference(reference: string, written: string, context: ReferenceContext): string {
  refuseQuestions(reference, written);
  if (reference.startsWith('env:')) {
    const name = reference.slice(4);
    return variable(name, context) ?? missing(name);
  }
  return predefined(reference, context) ?? written;
}

function anyReference(reference: string, written: string, context: ReferenceContext): string {
  return predefined(reference, context) ?? shellReference(reference, written, context);
}

function bracesReference(reference: string, _written: string, context: ReferenceContext): string {
  const [kind, name = ''] = [
    reference.slice(0, reference.indexOf(':')),
    reference.slice(reference.indexOf(':') + 1),
  ];
  if (kind === 'env') return variable(name, context) ?? missing(name);
  return context.readFile(name).trim();
}

function predefined(name: string, { folder, home }: ReferenceContext): string | undefined {
  switch (name) {
    case 'workspaceFolder':
    case 'cwd':
      return folder;
    case 'workspaceFolderBasename':
      return basename(folder);
    case 'userHome':
      return home;
    case 'pathSeparator':
    case '/':
      return sep;
    default:
      return undefined;
  }
}

/** An editor asks its user for these, or looks into its own state; nobody is here to be asked. */
function refuseQuestions(reference: string, written: string): void {
  const kind = /^(input|command|config):/.exec(reference)?.[1];
  if (kind === undefined) return;
  const instead = 'Name an environment variable instead, with the same server in .molehill/mcp.json.';
  throw unusable(`it uses ${written}, which only an editor can answer. ${instead}`);
}

function split(reference: string): readonly [string, string | undefined] {
  const at = reference.indexOf(':-');
  return at < 0 ? [reference, undefined] : [reference.slice(0, at), reference.slice(at + 2)];
}

/** Every object has a `constructor`; no environment does. */
function variable(name: string, { env }: ReferenceContext): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function missing(name: string): never {
  throw unusable(`it needs the environment variable ${name}, which is not set`);
}
