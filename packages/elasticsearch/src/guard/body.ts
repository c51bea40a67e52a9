import { exactJson, repeatsKey } from '@molehill/core/exact-json';
import { isRecord } from '@molehill/core/record';
import { parseJsonc } from '@molehill/core/state/jsonc';
import * as z from 'zod';
import type { BodyKind } from './endpoints.ts';
import { isHandle } from './names.ts';
import { type Expansion, handleNamesSecurityIndex, namesSecurityIndex } from './security-index.ts';
import { type Refusal, refuse } from './verdict.ts';

/** What a body refers to where it names nothing itself. */
export interface BodyContext extends Expansion {
  /** The indices of the path; all of them where it has none. */
  readonly index: string;
}

export function checkBody(kind: BodyKind, body: unknown, context: BodyContext): Refusal | undefined {
  if (kind === 'metadata' || body === undefined || body === '') return undefined;
  if (kind === 'none')
    return refuse('body', 'this request takes no body, and with one it may do something else');
  if (kind === 'handles') return checkHandles(body);
  const values = kind === 'searches' ? linesOf(body) : [parseBody(body)];
  if (values.includes(undefined)) return refuse('body', 'the body is not JSON without duplicate names');
  for (const value of values) {
    const refusal = checkHeader(value, context) ?? checkValue(value, undefined, 0);
    if (refusal) return refusal;
  }
  return undefined;
}

const handle = z.string().refine(isHandle);
const oneOrMore = z.union([handle, z.array(handle)]);
/** `_all` instead of an id would close the searches of other users. */
const handles = z.strictObject({
  id: oneOrMore.optional(),
  pit_id: oneOrMore.optional(),
  scroll_id: oneOrMore.optional(),
});

function checkHandles(body: unknown): Refusal | undefined {
  // A string must be JSON without duplicate names: parsers differ in which of the two counts.
  return handles.safeParse(typeof body === 'string' ? exactJson(body) : body).success
    ? undefined
    : refuse('body', 'only scrolls and points in time given by their ids may be closed');
}

/** Undefined for text that is not JSON. Clusters accept comments in it. */
export function parseBody(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    const value: unknown = JSON.parse(body);
    return repeatsKey(body) ? undefined : value;
  } catch {
    const json = parseJsonc(body);
    return json.ok ? json.value : undefined;
  }
}

/** NDJSON: headers and searches in turn. An empty line is an empty header. */
function linesOf(body: unknown): unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'string') return [body];
  return body
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseBody);
}

/** The header of a search among several names its indices, and what its wildcards match. */
function checkHeader(value: unknown, context: BodyContext): Refusal | undefined {
  if (!isRecord(value)) return undefined;
  const { index, indices, expand_wildcards: expand } = value;
  const hidden = expand === undefined ? (context.hidden ?? false) : matchesHidden(String(expand));
  const given = [index, indices].flat().filter((name) => name !== undefined);
  const names = given.length > 0 ? given.join(',') : context.index;
  return hidden && namesSecurityIndex(names, { hidden }) ? securityIndex() : undefined;
}

export function matchesHidden(expandWildcards: string): boolean {
  return /all|hidden/i.test(expandWildcards);
}

/** Deeper than any query. */
const MAX_DEPTH = 200;
/** Where a body names an index: look-ups of terms, shapes and documents, similar documents, headers. */
const INDEX_KEYS = new Set(['index', 'indices', '_index', 'target_index']);
/** Queries whose keys are names of fields, and the keys that may stand beside the name. */
const FIELD_QUERIES = new Set(
  `fuzzy match match_bool_prefix match_phrase match_phrase_prefix prefix range regexp span_term term terms terms_set
  wildcard`.split(/\s+/),
);
const BESIDE_FIELD = new Set(['boost', '_name']);

function checkValue(value: unknown, parent: string | undefined, depth: number): Refusal | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return refuse('body', 'the body nests too deep');
  if (Array.isArray(value)) return firstOf(value, (item) => checkValue(item, parent, depth + 1));
  const record: Readonly<Record<string, unknown>> = { ...value };
  return firstOf(Object.entries(record), ([key, inner]) => {
    if (INDEX_KEYS.has(key) && !isField(key, parent, record) && namesIn(inner)) return securityIndex();
    if (key === 'wrapper') return checkWrapped(inner, depth);
    if (key === 'pit' && isRecord(inner) && handleNamesSecurityIndex(String(inner.id)))
      return securityIndex();
    return checkValue(inner, key, depth + 1);
  });
}

/** `{"term": {"index": "x"}}` searches a field of that name. A look-up has further keys: the id at least. */
function isField(
  key: string,
  parent: string | undefined,
  record: Readonly<Record<string, unknown>>,
): boolean {
  if (parent === undefined || !FIELD_QUERIES.has(parent)) return false;
  return Object.keys(record).every((other) => other === key || BESIDE_FIELD.has(other));
}

function namesIn(value: unknown): boolean {
  return [value].flat().some((name) => typeof name === 'string' && namesSecurityIndex(name));
}

/** A query in base64. */
function checkWrapped(wrapper: unknown, depth: number): Refusal | undefined {
  const query = isRecord(wrapper) ? wrapper.query : undefined;
  if (typeof query !== 'string') return checkValue(wrapper, 'wrapper', depth + 1);
  const value = parseBody(Buffer.from(query, 'base64').toString());
  return isRecord(value)
    ? checkValue(value, undefined, depth + 1)
    : refuse('body', 'the query in a wrapper is not JSON in base64');
}

function firstOf<T>(items: readonly T[], check: (item: T) => Refusal | undefined): Refusal | undefined {
  for (const item of items) {
    const refusal = check(item);
    if (refusal) return refusal;
  }
  return undefined;
}

export function securityIndex(): Refusal {
  return refuse('security-index', 'an index with users and other security data may be read');
}
