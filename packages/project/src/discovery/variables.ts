import { userInfo } from 'node:os';
import { parseEnv } from 'node:util';
import { join, type Literal, required, Unknown, unset, withheld } from './literal/literal.ts';
import { escapePattern, lineOf, type ProjectFiles } from './project-files.ts';

/**
 * An earlier file wins, as in the tools that read them in development. Examples and other environments are ignored.
 * The second row is read by fewer tools: Flask, Viper, docker compose.
 */
const ENV_FILES: readonly string[] = [
  ...['.env.development.local', '.env.local', '.env.development', '.env'],
  ...[
    '.env.dev',
    '.flaskenv',
    'app.env',
    'dev.env',
    'local.env',
    'config/.env',
    'config/app.env',
    'prisma/.env',
  ],
];
/** Symfony's own, before all others. For other programs .env.dev is often a template of .env. */
const SYMFONY_FILES = ['.env.dev.local', '.env.dev'];

/** The name of the account, which databases use as the default user anyway. */
const ACCOUNT = new Set(['USER', 'LOGNAME', 'USERNAME']);
/** Select the environment. The process that discovers is not the program, and the developer's machine is meant. */
const MODES = new Set([
  'NODE_ENV',
  'RAILS_ENV',
  'RACK_ENV',
  'MIX_ENV',
  'APP_ENV',
  'FLASK_ENV',
  'FLASK_DEBUG',
]);

export interface Variable {
  readonly name: string;
  readonly value: Literal;
  readonly file: string;
  readonly line: number | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

export interface ProcessVariables {
  readonly env: Env;
  /** Variables of the process that a person approved for this project. */
  readonly approved?: ReadonlySet<string> | undefined;
}

/** Variables of a folder's `.env*` files, then of its parents', then approved ones of this process. */
export class Variables {
  readonly #inFiles: ReadonlyMap<string, Variable>;
  readonly #process: ProcessVariables;
  readonly #parent: Variables | undefined;
  /** The names that were looked up. */
  readonly used = new Set<string>();

  constructor(inFiles: ReadonlyMap<string, Variable>, process: ProcessVariables, parent?: Variables) {
    this.#inFiles = inFiles;
    this.#process = process;
    this.#parent = parent;
  }

  /** Of this folder's own files. */
  inFile(name: string): Variable | undefined {
    return this.#inFiles.get(name);
  }

  /** Of this folder's own files, in the order of the files. */
  get own(): readonly Variable[] {
    return [...this.#inFiles.values()];
  }

  /** Unknown when it is not set. */
  get(name: string): Literal {
    return this.find(name) ?? unset(name);
  }

  find(name: string): Literal {
    this.used.add(name);
    return this.#inFiles.get(name)?.value ?? this.#parent?.find(name) ?? ofProcess(name, this.#process);
  }

  /** A view that records its own use. */
  view(): Variables {
    return new Variables(this.#inFiles, this.#process, this.#parent);
  }
}

function ofProcess(name: string, { env, approved }: ProcessVariables): Literal {
  if (MODES.has(name)) return undefined;
  if (ACCOUNT.has(name)) return userInfo().username;
  if (env[name] === undefined) return undefined;
  return approved?.has(name) ? env[name] : withheld(name);
}

export async function readVariables(
  files: ProjectFiles,
  process: ProcessVariables,
  parent?: Variables,
): Promise<Variables> {
  const raw = new Map<string, Variable & { readonly value: string }>();
  const isSymfony = (await files.exists('symfony.lock')) || (await files.exists('config/bundles.php'));
  for (const file of [...(isSymfony ? SYMFONY_FILES : []), ...ENV_FILES]) {
    const text = (await files.read(file)) ?? '';
    for (const [name, value] of parseEnvText(text))
      if (!raw.has(name)) raw.set(name, { name, value, file, line: lineOfVariable(text, name) });
  }
  const outside = new Variables(new Map(), process, parent);
  const texts = new Map([...raw].map(([name, { value }]) => [name, value]));
  const expanded = [...raw].map(
    ([name, variable]) => [name, { ...variable, value: expand(variable.value, texts, outside) }] as const,
  );
  return new Variables(new Map(expanded), process, parent);
}

/** Node 20 prefixes a name with a preceding line that has no equals sign. */
export function parseEnvText(text: string): (readonly [string, string])[] {
  return Object.entries(parseEnv(text)).map(([name, value]) => [name.replace(/^[\s\S]*\n/, ''), value ?? '']);
}

function lineOfVariable(text: string, name: string): number | undefined {
  return lineOf(text, new RegExp(`^[ \\t]*(?:export[ \\t]+)?${escapePattern(name)}[ \\t]*=`, 'm'));
}

/** Replaces each match; the whole is unknown when one replacement is. */
export function substitute(
  text: string,
  pattern: RegExp,
  replace: (match: readonly (string | undefined)[]) => Literal,
): Literal {
  const parts: Literal[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(from, match.index), replace(match) ?? '');
    from = match.index + match[0].length;
  }
  return join([...parts, text.slice(from)]);
}

const REFERENCE = /\$(?:\$|([A-Za-z_]\w*)|\{([A-Za-z_][\w.]*)(?:(:?[-?+])((?:[^{}]|\$\{[^{}]*\})*))?\})/g;
const BRACED = /\$\{([A-Za-z_]\w*)(?:(:?-)([^}]*))?\}/g;

/** Ends circular references. */
const MAX_REFERENCE_DEPTH = 5;

/** `${NAME}` in a `.env` file. A bare dollar sign is more often part of a password than a reference. */
function expand(text: string, texts: ReadonlyMap<string, string>, outside: Variables, depth = 0): Literal {
  return substitute(text, BRACED, ([, name = '', operator, fallback = '']) => {
    const own = texts.get(name);
    const found = own === undefined ? outside.find(name) : own;
    const isSet = found !== undefined && (found !== '' || operator !== ':-');
    if (!isSet) return operator === undefined ? unset(name) : fallback;
    if (own === undefined) return found;
    return depth < MAX_REFERENCE_DEPTH ? expand(own, texts, outside, depth + 1) : unset(name);
  });
}

/** References of docker compose: `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}`, `$NAME`, `$$`. */
export function interpolate(text: string, variables: Variables): Literal {
  return substitute(text, REFERENCE, ([whole, bare, name = bare ?? '', operator = '', word]) =>
    whole === '$$' ? '$' : referenced(variables, name, operator, word ?? ''),
  );
}

function referenced(variables: Variables, name: string, operator: string, word: string): Literal {
  const found = variables.find(name);
  const value = found === '' && operator.startsWith(':') ? undefined : found;
  if (value instanceof Unknown) return value;
  if (operator.endsWith('+')) return value === undefined ? '' : interpolate(word, variables);
  if (value !== undefined) return value;
  if (operator.endsWith('?')) return required(name);
  return operator.endsWith('-') ? interpolate(word, variables) : unset(name);
}
