import { type Expansion, namesSecurityIndex } from './security-index.ts';
import type { Segment } from './target.ts';

/** The kinds of placeholder in the path of an endpoint. Each matches one whole segment. */
export type NameKind =
  | 'index'
  | 'listed'
  | 'name'
  | 'id'
  | 'scroll'
  | 'node'
  | 'task'
  | 'metric'
  | 'nodeMetric';

const PLAIN = /^[\p{L}\p{N}\p{M}._\-+*:@$&!'()=~]+$/u;
const STEP = String.raw`(?:[+-]\d{1,9}[yMwdhHms]|/[yMwdhHms])`;
/** `<logs-{now/d-1d{yyyy.MM.dd|+12:00}}>`: the only name that may contain a slash. */
const DATE_MATH = new RegExp(
  String.raw`^<(?:[\p{L}\p{N}._\-+*]*\{now${STEP}{0,20}(?:\{[A-Za-z0-9.:_|+\-]{1,60}\})?\})+[\p{L}\p{N}._\-+*]*>$`,
  'u',
);
const NODE_INFO = new Set(
  'aggregations http indices ingest os plugins process thread_pool transport'.split(' '),
);
const MAX_ID_LENGTH = 512;
/** A generated id may begin with an underscore; no endpoint has digits or capitals in its name. */
const GENERATED_ID = /^_(?=.*[A-Z0-9])[A-Za-z0-9_-]{19,}$/;
const HANDLE = /^(?=.*[A-Z0-9])[A-Za-z0-9+=_-]{8,}$/;

const LISTS: Expansion = { lists: true };

const kinds: Readonly<Record<NameKind, (segment: Segment) => boolean>> = {
  index: (segment) => isIndex(segment),
  listed: (segment) => isIndex(segment, LISTS),
  name: ({ decoded }) => partsOf(decoded).every((part) => isName(part) && !namesSecurityIndex(part, LISTS)),
  id: ({ decoded }) => isDocumentId(decoded),
  scroll: ({ decoded }) => isHandle(decoded),
  node: ({ raw }) => partsOf(raw).every((part) => /^(_local|_all|_master|[A-Za-z0-9*][\w.*:-]*)$/.test(part)),
  task: ({ decoded }) => /^[\w-]+:\d+$/.test(decoded),
  metric: ({ raw }) => raw === '_all' || partsOf(raw).every((part) => /^[a-z][a-z_]*$/.test(part)),
  nodeMetric: ({ raw }) => partsOf(raw).every((part) => NODE_INFO.has(part)),
};

export function isOfKind(kind: NameKind, segment: Segment): boolean {
  return kinds[kind](segment);
}

/** Whether it is the id of one scroll or point in time: never all of them, which include those of other users. */
export function isHandle(text: string): boolean {
  return HANDLE.test(text);
}

function partsOf(text: string): string[] {
  return text.split(',');
}

function isIndex({ decoded }: Segment, expansion?: Expansion): boolean {
  return partsOf(decoded).every(
    (part) => (isName(part) || isDateMath(part)) && !namesSecurityIndex(part, expansion),
  );
}

/** A name that begins with an underscore could be an endpoint. */
function isName(part: string): boolean {
  if (part === '_all') return true;
  return PLAIN.test(part) && !/^-?_/.test(part) && !/^\.+$/.test(part);
}

function isDateMath(part: string): boolean {
  return DATE_MATH.test(part.replace(/^-/, ''));
}

/** An id may have slashes, but must not become another path when a proxy decodes it. */
function isDocumentId(id: string): boolean {
  if (id.length > MAX_ID_LENGTH || /[%?#\\;]/.test(id)) return false;
  if (!id.includes('/')) return !id.startsWith('_') || GENERATED_ID.test(id);
  return id.split('/').every((piece) => !piece.startsWith('_') && !/^\.+$/.test(piece));
}
