import { dirname } from 'node:path';
import type { Variables } from '../variables.ts';
import type { Arguments, Language } from './evaluator.ts';
import { computed, type Literal, Unknown } from './literal.ts';
import { joinedPath } from './operators.ts';

/** The key under which a helper that parses a URL keeps that URL. */
export const ADDRESS_KEY = '(address)';

type Known = (given: Arguments, variables: Variables) => Literal;

const first: Known = ({ positional: [value] }) => value ?? computed;

/** `config('NAME', default=…, cast=…)` and `os.environ.get('NAME', …)`. */
const fromEnvironment: Known = ({ positional: [name, fallback], named }, variables) => {
  if (typeof name !== 'string') return computed;
  const given = Object.hasOwn(named, 'default') ? named.default : fallback;
  const value = variables.find(name) ?? given ?? variables.get(name);
  return /^dj_database_url\./.test(String(named.cast)) ? { [ADDRESS_KEY]: value } : value;
};

const asBoolean: Known = (given, variables) => {
  const value = fromEnvironment(given, variables);
  return typeof value === 'string' ? /^(1|true|yes|on|y|t)$/i.test(value) : value;
};

/** `env.db()` and `dj_database_url.config()`: the URL is in a variable or in the default. */
function fromUrlVariable(name: Literal, fallback: Literal, variables: Variables): Literal {
  const variable = typeof name === 'string' ? name : 'DATABASE_URL';
  return { [ADDRESS_KEY]: variables.find(variable) ?? fallback ?? variables.get(variable) };
}

const environUrl: Known = ({ positional, named }, variables) =>
  fromUrlVariable(positional[0] ?? named.var, named.default ?? positional[1], variables);

const toNumber: Known = ({ positional: [value] }) =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : (value ?? computed);

const CALLS: Readonly<Record<string, Known>> = {
  Path: first,
  'pathlib.Path': first,
  PurePath: first,
  str: first,
  int: toNumber,
  bool: first,
  'os.path.abspath': first,
  'os.path.realpath': first,
  'os.path.normpath': first,
  'os.path.expanduser': first,
  'os.path.dirname': ({ positional: [path] }) => (typeof path === 'string' ? dirname(path) : computed),
  'os.path.join': ({ positional }) => joinedPath(positional),
  'os.getcwd': () => '',
  dict: ({ named, positional: [base] }) =>
    typeof base === 'object' && base !== null && !(base instanceof Unknown) && !Array.isArray(base)
      ? { ...base, ...named }
      : named,
  'dj_database_url.parse': ({ positional }) => ({ [ADDRESS_KEY]: positional[0] }),
  'dj_database_url.config': ({ positional, named }, variables) =>
    fromUrlVariable(named.env, named.default ?? positional[0], variables),
};

const READ =
  /^(os\.environ\.get|os\.getenv|environ\.get|getenv|env(\.(str|int|get_value|url|get))?|(decouple\.)?config|starlette\.config\.Config|get_env(_variable)?)$/;
const READ_BOOLEAN = /^env\.bool$/;
const READ_URL = /^env\.(db|db_url|dj_db_url|database_url)$/;

export const callPython: Language['call'] = (callee, given, variables) => {
  const known = Object.hasOwn(CALLS, callee) ? CALLS[callee] : undefined;
  if (known) return known(given, variables);
  if (READ_URL.test(callee)) return environUrl(given, variables);
  if (READ_BOOLEAN.test(callee)) return asBoolean(given, variables);
  return READ.test(callee) ? fromEnvironment(given, variables) : undefined;
};

export const pythonMember: Language['member'] = (value, name, given) => {
  const [a, b] = given?.positional ?? [];
  if (name === 'parent' && !given) return dirname(value);
  if (name === 'parents' && !given) return ancestorsOf(value);
  if (!given) return undefined;
  switch (name) {
    case 'joinpath':
      return joinedPath([value, ...given.positional]);
    case 'resolve':
    case 'absolute':
    case 'as_posix':
    case 'expanduser':
    case 'unicode_string':
      return value;
    case 'strip':
      return value.trim();
    case 'lower':
      return value.toLowerCase();
    case 'upper':
      return value.toUpperCase();
    case 'replace':
      return typeof a === 'string' && typeof b === 'string' ? value.replaceAll(a, () => b) : computed;
    case 'startswith':
      return typeof a === 'string' ? value.startsWith(a) : computed;
    case 'endswith':
      return typeof a === 'string' ? value.endsWith(a) : computed;
    case 'format':
      return formatted(value, given);
    default:
      return undefined;
  }
};

const MAX_ANCESTORS = 8;

function ancestorsOf(path: string): string[] {
  const ancestors: string[] = [];
  for (let folder = dirname(path); ancestors.length < MAX_ANCESTORS; folder = dirname(folder))
    ancestors.push(folder);
  return ancestors;
}

/** `'{}/{name}'.format(a, name=b)` */
function formatted(template: string, { positional, named }: Arguments): Literal {
  const rest = [...positional];
  let isKnown = true;
  const text = template.replace(/\{(\w*)\}/g, (_, key: string) => {
    const value = key === '' ? rest.shift() : /^\d+$/.test(key) ? positional[Number(key)] : named[key];
    isKnown &&= typeof value === 'string' || typeof value === 'number';
    return String(value);
  });
  return isKnown ? text : computed;
}
