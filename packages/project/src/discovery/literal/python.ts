import { dirname } from 'node:path';
import type { Variables } from '../variables.ts';
import { computed, type Literal } from './literal.ts';
import { type Arguments, joinedPath, type Language, SourceModule } from './source-module.ts';

/** The key under which a helper that parses a URL keeps that URL. */
export const ADDRESS_KEY = '(address)';

const first = ({ positional: [value] }: Arguments) => value;

function fromEnvironment({ positional: [name, fallback], named }: Arguments, variables: Variables): Literal {
  const value = Object.hasOwn(named, 'default') ? named.default : fallback;
  return variables.find(String(name)) ?? value ?? variables.get(String(name));
}

/** `env.db()` and `dj_database_url.config()`: the URL is in a variable or in the default. */
function fromUrlVariable(name: Literal, fallback: Literal, variables: Variables): Literal {
  const variable = typeof name === 'string' ? name : 'DATABASE_URL';
  return { [ADDRESS_KEY]: variables.find(variable) ?? fallback ?? variables.get(variable) };
}

const environUrl: Language['calls'][string] = ({ positional, named }, variables) =>
  fromUrlVariable(positional[0], named.default, variables);

const python: Language = {
  environment: /(^|\.)environ$/,
  constants: { __file__: (path) => path },
  calls: {
    'os.environ.get': fromEnvironment,
    'os.getenv': fromEnvironment,
    'environ.get': fromEnvironment,
    getenv: fromEnvironment,
    env: fromEnvironment,
    'env.str': fromEnvironment,
    'env.int': fromEnvironment,
    config: fromEnvironment,
    Path: first,
    'pathlib.Path': first,
    str: first,
    int: first,
    'os.path.abspath': first,
    'os.path.realpath': first,
    'os.path.dirname': ({ positional: [path] }) => (typeof path === 'string' ? dirname(path) : computed),
    'os.path.join': ({ positional }) => joinedPath(positional),
    dict: ({ named }) => named,
    'dj_database_url.parse': ({ positional }) => ({ [ADDRESS_KEY]: positional[0] }),
    'dj_database_url.config': ({ positional, named }, variables) =>
      fromUrlVariable(named.env, named.default ?? positional[0], variables),
    'env.db': environUrl,
    'env.db_url': environUrl,
  },
  member(value, name, given) {
    if (name === 'parent' && !given) return dirname(value);
    if (name === 'joinpath' && given) return joinedPath([value, ...given.positional]);
    return given && /^(resolve|absolute|as_posix|expanduser)$/.test(name) ? value : computed;
  },
  /** `env` may have another name: `e = environ.Env()`. */
  callee: (text, definitionOf) =>
    text.replace(/^\w+/, (name) => (/^(environ\.)?Env\(/.test(definitionOf(name) ?? '') ? 'env' : name)),
};

/** The parser is loaded with the first Python file. */
export async function parsePython(text: string, path: string, variables: Variables): Promise<SourceModule> {
  const { parser } = await import('@lezer/python');
  return new SourceModule(text, parser.parse(text), path, variables, python);
}
