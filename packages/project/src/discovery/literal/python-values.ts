import { dirname, isAbsolute, join as joinPaths } from 'node:path';
import type { Variables } from '../variables.ts';
import { computed, type Literal, Unknown } from './literal.ts';

/** A name that the module does not assign, and what hangs on it: `os.environ.get`. */
export class Dotted {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

export type PythonValue = Literal | Dotted;

export interface Arguments {
  readonly positional: readonly Literal[];
  readonly named: Readonly<Record<string, Literal>>;
}

/** Under this key stands the address that a helper makes settings of. */
export const ADDRESS_KEY = '(address)';

type Known = (given: Arguments, variables: Variables) => PythonValue;

const first: Known = ({ positional }) => positional[0];
const ofEnvironment: Known = ({ positional, named }, variables) => {
  const usual = Object.hasOwn(named, 'default') ? named.default : positional[1];
  return variables.find(String(positional[0])) ?? usual ?? variables.get(String(positional[0]));
};
const ofUrl = (value: Literal): Literal => ({ [ADDRESS_KEY]: value });

/** Calls whose result the text shows: of the standard library, and of the usual helpers for settings. */
const KNOWN: Readonly<Record<string, Known>> = {
  'os.environ.get': ofEnvironment,
  'os.getenv': ofEnvironment,
  'environ.get': ofEnvironment,
  getenv: ofEnvironment,
  env: ofEnvironment,
  'env.str': ofEnvironment,
  'env.int': ofEnvironment,
  config: ofEnvironment,
  'environ.Env': () => new Dotted('env'),
  Env: () => new Dotted('env'),
  Path: first,
  'pathlib.Path': first,
  str: first,
  int: first,
  'os.path.abspath': first,
  'os.path.realpath': first,
  'os.path.dirname': ({ positional: [path] }) => (typeof path === 'string' ? dirname(path) : computed),
  'os.path.join': ({ positional }) => inFolder(positional),
  dict: ({ named }) => named,
  'dj_database_url.parse': ({ positional }) => ofUrl(positional[0]),
  'dj_database_url.config': ({ positional, named }, variables) =>
    ofUrl(
      variables.find(String(named.env ?? 'DATABASE_URL')) ??
        named.default ??
        positional[0] ??
        variables.get('DATABASE_URL'),
    ),
  'env.db': ({ positional, named }, variables) =>
    ofUrl(ofUrlVariable(positional[0], named.default, variables)),
  'env.db_url': ({ positional, named }, variables) =>
    ofUrl(ofUrlVariable(positional[0], named.default, variables)),
};

function ofUrlVariable(name: Literal, usual: Literal, variables: Variables): Literal {
  const variable = typeof name === 'string' ? name : 'DATABASE_URL';
  return variables.find(variable) ?? usual ?? variables.get(variable);
}

export function called(value: PythonValue, given: Arguments, variables: Variables): PythonValue {
  if (!(value instanceof Dotted)) return value instanceof Unknown ? value : computed;
  const known = Object.hasOwn(KNOWN, value.path) ? KNOWN[value.path] : undefined;
  return known ? known(given, variables) : computed;
}

/** What a path has by name; methods are those that leave it what it is. */
export function attribute(value: PythonValue, name: string): PythonValue {
  if (value instanceof Dotted) return new Dotted(`${value.path}.${name}`);
  if (typeof value !== 'string') return computed;
  return name === 'parent' ? dirname(value) : computed;
}

export const SAME_PATH: ReadonlySet<string> = new Set(['resolve', 'absolute', 'as_posix', 'expanduser']);

/** `a / b` of paths. */
export function inFolder(parts: readonly Literal[]): Literal {
  const unknown = parts.find((part) => part instanceof Unknown);
  if (unknown !== undefined) return unknown;
  const paths = parts.filter((part) => typeof part === 'string');
  if (paths.length < parts.length) return computed;
  return paths.reduce((folder, path) => (isAbsolute(path) ? path : joinPaths(folder, path)));
}
