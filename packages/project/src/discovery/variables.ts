import { parseEnv } from 'node:util';
import { type Literal, Unknown, unset } from './literal/literal.ts';
import { escapePattern, lineOf, type ProjectFiles } from './project-files.ts';

/** The earlier file wins, as in the tools that read them in development. Examples and other environments are no settings. */
const ENV_FILES = ['.env.development.local', '.env.local', '.env.development', '.env'] as const;

export interface Variable {
  readonly name: string;
  readonly value: Literal;
  /** Nothing for a variable of the process. */
  readonly file?: string;
  readonly line?: number | undefined;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** What names stand for: in the project's own `.env*` files first, then in the environment of this process. */
export class Variables {
  readonly #inFiles: ReadonlyMap<string, Variable>;
  readonly #env: Env;

  constructor(inFiles: ReadonlyMap<string, Variable>, env: Env) {
    this.#inFiles = inFiles;
    this.#env = env;
  }

  /** As a file of the project says it. */
  inFile(name: string): Variable | undefined {
    return this.#inFiles.get(name);
  }

  /** Unknown when it is set nowhere. */
  get(name: string): Literal {
    return this.find(name) ?? unset(name);
  }

  find(name: string): Literal {
    return this.#inFiles.get(name)?.value ?? this.#env[name];
  }
}

export async function readVariables(files: ProjectFiles, env: Env): Promise<Variables> {
  const raw = new Map<string, { name: string; text: string; file: string; line: number | undefined }>();
  for (const file of ENV_FILES) {
    const text = await files.read(file);
    if (text === undefined) continue;
    for (const [name, value] of parsed(text)) {
      if (!raw.has(name)) raw.set(name, { name, text: value, file, line: lineOfVariable(text, name) });
    }
  }
  const texts: Env = { ...env, ...Object.fromEntries([...raw].map(([name, { text }]) => [name, text])) };
  const expanded = [...raw].map(([key, { name, text, file, line }]) => {
    const variable: Variable = { name, value: expand(text, texts), file, line };
    return [key, variable] as const;
  });
  return new Variables(new Map(expanded), env);
}

/** Node 20 takes a line without a sign of equality for the beginning of the next name. */
function parsed(text: string): (readonly [string, string])[] {
  return Object.entries(parseEnv(text)).map(([name, value]) => [name.replace(/^[\s\S]*\n/, ''), value ?? '']);
}

function lineOfVariable(text: string, name: string): number | undefined {
  return lineOf(text, new RegExp(`^[ \\t]*(?:export[ \\t]+)?${escapePattern(name)}[ \\t]*=`, 'm'));
}

const REFERENCE = /\$(?:\$|([A-Za-z_]\w*)|\{([A-Za-z_][\w.]*)(?:(:?[-?+])([^}]*))?\})/g;
const BRACED = /\$\{([A-Za-z_]\w*)(?:(:?-)([^}]*))?\}/g;

/** Deeper than anybody refers from one variable to the next; a circle ends here. */
const DEEPEST_REFERENCE = 5;

/** `${NAME}` in a `.env` file. A dollar sign alone is part of a password more often than it is a reference. */
function expand(text: string, texts: Env, depth = 0): Literal {
  let problem: Unknown | undefined;
  const value = text.replace(BRACED, (whole: string, name: string, operator?: string, usual = '') => {
    const found = texts[name];
    const isSet = found !== undefined && (found !== '' || operator !== ':-');
    if (!isSet && operator !== undefined) return usual;
    const inner = isSet && depth < DEEPEST_REFERENCE ? expand(found, texts, depth + 1) : unset(name);
    if (typeof inner === 'string') return inner;
    problem = inner instanceof Unknown ? inner : unset(name);
    return whole;
  });
  return problem ?? value;
}

/** As docker compose writes references: `${NAME:-default}`, `${NAME-default}`, `${NAME:?message}`, `$NAME`, `$$`. */
export function interpolate(text: string, variables: Variables): Literal {
  let problem: Unknown | undefined;
  const value = text.replace(REFERENCE, (whole, bare?: string, braced?: string, operator = '', word = '') => {
    if (whole === '$$') return '$';
    const filled = referredTo(variables, bare ?? braced ?? '', operator, word);
    if (typeof filled === 'string') return filled;
    problem = filled;
    return whole;
  });
  return problem ?? value;
}

function referredTo(variables: Variables, name: string, operator: string, word: string): string | Unknown {
  const found = variables.find(name);
  if (found instanceof Unknown) return found;
  const isSet = found !== undefined && (found !== '' || !operator.startsWith(':'));
  if (operator.endsWith('+')) return isSet ? word : '';
  if (isSet) return String(found);
  return operator.endsWith('-') ? word : unset(name);
}
