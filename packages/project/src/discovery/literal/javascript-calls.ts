import { dirname } from 'node:path';
import type { Variables } from '../variables.ts';
import type { Arguments, Language } from './evaluator.ts';
import { computed, type Literal, required, Unknown, Unset } from './literal.ts';
import { joinedPath } from './operators.ts';

type Known = (given: Arguments) => Literal;

const first: Known = ({ positional: [value] }) => value ?? computed;

const toNumber: Known = ({ positional: [value] }) => {
  if (value instanceof Unknown || value === undefined) return value ?? computed;
  const number = Number(value);
  return Number.isNaN(number) ? computed : number;
};

/** `path.join(__dirname, '/file')` stays in the folder. */
const joinSegments: Known = ({ positional }) =>
  joinedPath(
    positional.map((part, index) =>
      index > 0 && typeof part === 'string' ? part.replace(/^\/+/, '') : part,
    ),
  );

const folderOf: Known = ({ positional: [path] }) => (typeof path === 'string' ? dirname(path) : computed);

const urlOf: Known = ({ positional: [path, base] }) =>
  typeof path === 'string' && typeof base === 'string'
    ? joinedPath([dirname(base), path])
    : (path ?? computed);

const CALLS: Readonly<Record<string, Known>> = {
  defineConfig: first,
  defineDataSource: first,
  defineDrizzleConfig: first,
  String: first,
  fileURLToPath: first,
  'url.fileURLToPath': first,
  'Object.freeze': first,
  URL: urlOf,
  Number: toNumber,
  parseInt: toNumber,
  'Number.parseInt': toNumber,
  'path.join': joinSegments,
  'path.resolve': joinSegments,
  join: joinSegments,
  resolve: joinSegments,
  dirname: folderOf,
  'path.dirname': folderOf,
  // Relative paths count from the folder that a program is started in.
  'process.cwd': () => '',
  cwd: () => '',
  // Laravel and Adonis.
  database_path: ({ positional: [path] }) => joinedPath(['database', path ?? '']),
  base_path: ({ positional: [path] }) => path ?? '',
  storage_path: ({ positional: [path] }) => joinedPath(['storage', path ?? '']),
  'app.tmpPath': ({ positional: [path] }) => joinedPath(['tmp', path ?? '']),
  'Application.tmpPath': ({ positional: [path] }) => joinedPath(['tmp', path ?? '']),
  'app.makePath': ({ positional }) => joinedPath(positional),
  registerAs: ({ positional }) => positional[1] ?? computed,
};

/** Strapi's `env`, Prisma's `env`, Adonis' `Env.get` and their converters. */
const ENV_CALL = /(^|\.)env(\.(get|getOrThrow|int|integer|float|number|str|string|bool|boolean|enum|url))?$/i;
/** Helpers of PHP programs: `envNonEmpty`. */
const ENV_HELPER = /^env[A-Z]\w*$/;
const CONFIG_CALL = /(^|\.)(config|configservice|cfg)\.(get|getOrThrow)$/i;
const CONVERTED = /\.(int|integer|float|number)$/i;

function fromEnvironment(callee: string, { positional }: Arguments, variables: Variables): Literal {
  const [name, fallback] = positional;
  if (typeof name !== 'string') return computed;
  // Names of other kinds are keys of a configuration, not of the environment.
  if (CONFIG_CALL.test(callee) && !/^[A-Z][A-Z0-9_]*$/.test(name)) return computed;
  const found = variables.find(name) ?? fallback ?? variables.get(name);
  return CONVERTED.test(callee) && typeof found === 'string' ? Number(found) : found;
}

/** For languages in which reading a variable that is not set is an error. */
const REQUIRED_ENV = 'requiredEnv';

function requiredVariable(given: Arguments, variables: Variables): Literal {
  const found = fromEnvironment('env', given, variables);
  if (!(found instanceof Unset)) return found;
  return given.positional.length > 1 ? null : required(String(given.positional[0]));
}

export const callJavascript: Language['call'] = (written, given, variables) => {
  const callee = written.replace(/<[^()]*>$/, '');
  const known = Object.hasOwn(CALLS, callee) ? CALLS[callee] : undefined;
  if (known) return known(given);
  if (callee === REQUIRED_ENV) return requiredVariable(given, variables);
  if (callee === 'getenv') return variables.find(String(given.positional[0])) ?? false;
  return ENV_CALL.test(callee) || ENV_HELPER.test(callee) || CONFIG_CALL.test(callee)
    ? fromEnvironment(callee, given, variables)
    : undefined;
};

export const javascriptMember: Language['member'] = (value, name, given) => {
  const [a, b] = given?.positional ?? [];
  switch (name) {
    case 'replace':
    case 'replaceAll':
      if (typeof a !== 'string' || typeof b !== 'string') return computed;
      return name === 'replace' ? value.replace(a, () => b) : value.replaceAll(a, b);
    case 'trim':
      return value.trim();
    case 'toString':
    case 'valueOf':
      return value;
    case 'toLowerCase':
      return value.toLowerCase();
    case 'toUpperCase':
      return value.toUpperCase();
    case 'startsWith':
      return typeof a === 'string' ? value.startsWith(a) : computed;
    case 'endsWith':
      return typeof a === 'string' ? value.endsWith(a) : computed;
    case 'includes':
      return typeof a === 'string' ? value.includes(a) : computed;
    case 'length':
      return value.length;
    default:
      return undefined;
  }
};

/** What `dotenv` style fallbacks give for an argument that is not there. */
export function isMissing(value: Literal): boolean {
  return value === undefined || value instanceof Unset;
}
