import { parseEnv } from 'node:util';
import { type Literal, Unknown, unset } from './literal/literal.ts';
import { escapePattern, lineOf, type ProjectFiles } from './project-files.ts';

/** An earlier file wins, as in the tools that read them in development. Examples and other environments are ignored. */
const ENV_FILES = ['.env.development.local', '.env.local', '.env.development', '.env'] as const;

export interface Variable {
  readonly name: string;
  readonly value: Literal;
  readonly file: string;
  readonly line: number | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Variables of the project's `.env*` files, then of this process. */
export class Variables {
  readonly #inFiles: ReadonlyMap<string, Variable>;
  readonly #env: Env;

  constructor(inFiles: ReadonlyMap<string, Variable>, env: Env) {
    this.#inFiles = inFiles;
    this.#env = env;
  }

  inFile(name: string): Variable | undefined {
    return this.#inFiles.get(name);
  }

  /** Unknown when it is not set. */
  get(name: string): Literal {
    return this.find(name) ?? unset(name);
  }

  find(name: string): Literal {
    return this.#inFiles.get(name)?.value ?? this.#env[name];
  }
}

export async function readVariables(files: ProjectFiles, env: Env): Promise<Variables> {
  const raw = new Map<string, Variable & { readonly value: string }>();
  for (const file of ENV_FILES) {
    const text = (await files.read(file)) ?? '';
    for (const [name, value] of parsed(text)) {
      if (!raw.has(name)) raw.set(name, { name, value, file, line: lineOfVariable(text, name) });
    }
  }
  const texts: Env = { ...env, ...Object.fromEntries([...raw].map(([name, { value }]) => [name, value])) };
  const expanded = [...raw].map(
    ([name, variable]) => [name, { ...variable, value: expand(variable.value, texts) }] as const,
  );
  return new Variables(new Map(expanded), env);
}

/** Node 20 prefixes a name with a preceding line that has no equals sign. */
function parsed(text: string): (readonly [string, string])[] {
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
  let problem: Unknown | undefined;
  const value = text.replace(pattern, (...match: (string | undefined)[]) => {
    const found = replace(match);
    if (found instanceof Unknown) problem = found;
    return String(found);
  });
  return problem ?? value;
}

const REFERENCE = /\$(?:\$|([A-Za-z_]\w*)|\{([A-Za-z_][\w.]*)(?:(:?[-?+])([^}]*))?\})/g;
const BRACED = /\$\{([A-Za-z_]\w*)(?:(:?-)([^}]*))?\}/g;

/** Ends circular references. */
const MAX_REFERENCE_DEPTH = 5;

/** `${NAME}` in a `.env` file. A bare dollar sign is more often part of a password than a reference. */
function expand(text: string, texts: Env, depth = 0): Literal {
  return substitute(text, BRACED, ([, name = '', operator, fallback = '']) => {
    const found = texts[name];
    const isSet = found !== undefined && (found !== '' || operator !== ':-');
    if (!isSet && operator !== undefined) return fallback;
    return isSet && depth < MAX_REFERENCE_DEPTH ? expand(found, texts, depth + 1) : unset(name);
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
  if (operator.endsWith('+')) return value === undefined ? '' : word;
  return value ?? (operator.endsWith('-') ? word : unset(name));
}
