import type * as z from 'zod';
import { coreErrors } from './errors.ts';
import { cutText, fitToBytes } from './fit.ts';
import { nearest } from './near.ts';
import { isRecord } from './record.ts';
import type { Redactor } from './redact.ts';

const SHOWN_ISSUES = 5;
const SHOWN_CHARACTERS = 60;
/** Bounds the work of excerpting a large value. */
const LOOKED_AT_BYTES = 4_000;
/** No schema of ours nests this deep, and recursive code would overflow the stack. */
const DEEPEST_INPUT = 100;

type Issue = z.core.$ZodIssue;

/** Validates a caller's arguments, here and nowhere else. */
export function validateInput<I extends z.ZodObject>(
  schema: I,
  input: unknown,
  redactor: Redactor,
): z.output<I> {
  if (isDeeperThan(DEEPEST_INPUT, input))
    throw coreErrors.fail('E_INVALID_PARAMS', `arguments are nested deeper than ${DEEPEST_INPUT} levels`);
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues;
  const accepted = Object.keys(schema.shape);
  const said = issues.slice(0, SHOWN_ISSUES).map((issue) => describe(issue, accepted, redactor));
  const more = issues.length > SHOWN_ISSUES ? `; and ${issues.length - SHOWN_ISSUES} more` : '';
  throw coreErrors.fail('E_INVALID_PARAMS', said.join('; ') + more, {
    details: { paths: issues.map((issue) => issue.path.map(String).join('.')) },
  });
}

/** Gives parameters their own names. An alias beside its parameter stays, and is refused as unknown. */
export function withoutAliases(input: unknown, aliases: Readonly<Record<string, string>> = {}): unknown {
  if (!isRecord(input)) return input;
  const named = Object.entries(input).map(([key, value]) => {
    const own = Object.hasOwn(aliases, key) ? aliases[key] : undefined;
    return [own === undefined || own in input ? key : own, value];
  });
  return Object.fromEntries(named);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function describe(issue: Issue, accepted: readonly string[], redactor: Redactor): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return describeUnknownKeys(issue.keys, path, accepted, redactor);
  // A rule about several arguments names them itself; all arguments would be shown with their defaults.
  if (issue.code === 'custom' && path === '') return issue.message;
  return `${expectation(issue)} for ${path || 'arguments'}, got ${given(issue, path, redactor)}`;
}

function describeUnknownKeys(
  keys: readonly string[],
  path: string,
  accepted: readonly string[],
  redactor: Redactor,
): string {
  const where = path ? ` in ${path}` : '';
  const candidates = path ? [] : accepted;
  const said = keys.slice(0, SHOWN_ISSUES).map((key) => {
    const near = nearest(key, candidates);
    return `unknown argument ${excerpt(cutText(key, LOOKED_AT_BYTES, redactor.suspected))}${where}${near ? ` (did you mean "${near}"?)` : ''}`;
  });
  const list = candidates.length > 0 ? `accepted: ${candidates.join(', ')}` : 'no such argument is accepted';
  return `${said.join(', ')}; ${list}`;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    default:
      return issue.message;
  }
}

function given(issue: Issue, path: string, redactor: Redactor): string {
  if (issue.input === undefined) return 'nothing';
  const begun = fitToBytes(issue.input, LOOKED_AT_BYTES, redactor.suspected).value;
  const shown = redactor.suspectedValue({ [path]: begun }) as Record<string, unknown>;
  return excerpt(Object.values(shown)[0]);
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
