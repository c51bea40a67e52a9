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
  /** The workspace folder of the file that refers. */
  readonly folder: string;
  /** Stands for the content of a file, which is read when the server starts. */
  placeholderOf(path: string): string;
}

/** Returns nothing for text that only looks like a reference. */
type Resolver = (reference: string, context: ReferenceContext) => string | undefined;

const DOLLAR = /\$\{([^{}]*)\}/g;
const BRACES = /\{((?:env|file):[^{}]+)\}/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const resolvers: Readonly<Record<ReferenceSyntax, Resolver>> = {
  shell: shellReference,
  editor: (reference, context) =>
    reference.startsWith('env:') ? required(reference.slice(4), context) : predefined(reference, context),
  any: (reference, context) => predefined(reference, context) ?? shellReference(reference, context),
  braces: (reference, context) =>
    reference.startsWith('env:')
      ? required(reference.slice(4), context)
      : context.placeholderOf(reference.slice('file:'.length)),
};

/** Replaces every reference. Throws when one cannot be resolved. */
export function resolveText(text: string, syntax: ReferenceSyntax, context: ReferenceContext): string {
  // Neither arguments nor variables nor headers can contain it; placeholders of files do.
  if (text.includes('\0')) throw unusable('it contains a null character');
  return text.replace(syntax === 'braces' ? BRACES : DOLLAR, (written: string, reference: string) => {
    if (syntax !== 'braces') rejectInputs(reference, written);
    return resolvers[syntax](reference, context) ?? written;
  });
}

function shellReference(reference: string, context: ReferenceContext): string | undefined {
  const [name = '', ...fallback] = reference.replace(/^env:/, '').split(':-');
  if (!VARIABLE.test(name)) return undefined;
  const value = variable(name, context) ?? (name === 'CLAUDE_PROJECT_DIR' ? context.folder : undefined);
  // As in a shell, `:-` replaces an empty value too.
  if (fallback.length > 0) return value || fallback.join(':-');
  return value ?? required(name, context);
}

function predefined(name: string, { folder, home }: ReferenceContext): string | undefined {
  if (name === 'workspaceFolder' || name === 'cwd') return folder;
  if (name === 'workspaceFolderBasename') return basename(folder);
  if (name === 'userHome') return home;
  return name === 'pathSeparator' || name === '/' ? sep : undefined;
}

/** An editor prompts its user for these or reads its own state. */
function rejectInputs(reference: string, written: string): void {
  if (!/^(input|command|config):/.test(reference)) return;
  const instead =
    'Define the server in .molehill/mcp.json and refer to an environment variable there instead.';
  throw unusable(`it uses ${written}, which only an editor can resolve. ${instead}`);
}

function variable(name: string, { env }: ReferenceContext): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function required(name: string, context: ReferenceContext): string {
  const value = variable(name, context);
  if (value !== undefined) return value;
  throw unusable(`it needs the environment variable ${name}, which is not set`);
}
