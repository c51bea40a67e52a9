import { isAbsolute, join as joinPaths } from 'node:path';
import { computed, isLiteralRecord, type Literal, Unknown, Unset } from './literal.ts';

/** Names of switches that tell the environment apart, on a developer's machine. */
export const ASSUMED = new Map([
  ['DEBUG', true],
  ['DEVELOPMENT', true],
  ...['TEST', 'TESTING', 'IS_TEST', 'isTest', 'PRODUCTION', 'isProduction', 'isProd'].map(
    (name) => [name, false] as const,
  ),
]);

/** Whether a condition holds; a variable that is not set counts as nothing. */
export function truthOf(value: Literal): boolean | Unknown {
  if (value instanceof Unset) return false;
  if (value instanceof Unknown) return value;
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(value);
}

/** `||`, `??`, `or`, `&&` and `and`. */
export function logical(sign: string, left: Literal, right: () => Literal): Literal {
  if (sign === '??') {
    if (left instanceof Unset || left === null || left === undefined) return right();
    return left;
  }
  const isTrue = truthOf(left);
  if (isTrue instanceof Unknown) return isTrue;
  const isOr = sign === '||' || sign === 'or';
  return isTrue === isOr ? left : right();
}

export function compared(sign: string, left: Literal, right: Literal): Literal {
  const [a, b] = [plain(left), plain(right)];
  if (a instanceof Unknown) return a;
  if (b instanceof Unknown) return b;
  switch (sign) {
    case '==':
    case '===':
    case 'is':
      return a === b;
    case '!=':
    case '!==':
    case 'is not':
      return a !== b;
    case 'in':
      return contains(b, a);
    case 'not in': {
      const isIn = contains(b, a);
      return typeof isIn === 'boolean' ? !isIn : isIn;
    }
    case '%':
      return typeof a === 'string' ? formatted(a, b) : computed;
    default:
      return computed;
  }
}

function plain(value: Literal): Literal {
  return value instanceof Unset || value === undefined ? null : value;
}

function contains(container: Literal, item: Literal): Literal {
  if (Array.isArray(container)) return container.includes(item);
  if (typeof container === 'string') return container.includes(String(item));
  return isLiteralRecord(container) ? Object.hasOwn(container, String(item)) : computed;
}

/** `'%s/%s' % (a, b)` */
function formatted(template: string, values: Literal): Literal {
  const given = Array.isArray(values) ? [...values] : [values];
  if (given.some((value) => typeof value !== 'string' && typeof value !== 'number')) return computed;
  return template.replace(/%[sd]/g, () => String(given.shift() ?? ''));
}

/** Path segments joined; an absolute segment starts over. */
export function joinedPath(parts: readonly Literal[]): Literal {
  const unknown = parts.find((part) => part instanceof Unknown);
  if (unknown !== undefined) return unknown;
  const paths = parts.filter((part) => typeof part === 'string');
  if (paths.length < parts.length || paths.length === 0) return computed;
  return paths.reduce((folder, path) => (isAbsolute(path) ? path : joinPaths(folder, path)));
}
