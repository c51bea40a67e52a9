import type { Segment } from './target.ts';

/** What may stand where an endpoint has a name in its path. Each judges one whole segment. */
export type NameKind = 'index' | 'name' | 'id' | 'scroll' | 'node' | 'task' | 'metric' | 'nodeMetric';

const PLAIN = /^[\p{L}\p{N}\p{M}._\-+*:@$&!'()=~]+$/u;
const STEP = String.raw`(?:[+-]\d{1,9}[yMwdhHms]|/[yMwdhHms])`;
/** `<logs-{now/d-1d{yyyy.MM.dd|+12:00}}>`: a slash has its place here, and here alone. */
const DATE_MATH = new RegExp(
  String.raw`^<(?:[\p{L}\p{N}._\-+*]*\{now${STEP}{0,20}(?:\{[A-Za-z0-9.:_|+\-]{1,60}\})?\})+[\p{L}\p{N}._\-+*]*>$`,
  'u',
);
/** Users with the hashes of their passwords, and whatever else security keeps. */
const OF_SECURITY = /(^|[:<])-?\.(security|opendistro[-_]security|plugins-security|opensearch[-_]security)/i;
const NODE_INFO = new Set([
  'aggregations',
  'http',
  'indices',
  'ingest',
  'os',
  'plugins',
  'process',
  'thread_pool',
  'transport',
]);
const LONGEST_ID = 512;
/** An id that the cluster made up may begin with an underscore; no endpoint has digits or capitals in its name. */
const MADE_UP = /^_(?=.*[A-Z0-9])[A-Za-z0-9_-]{19,}$/;
const HANDLE = /^(?=.*[A-Z0-9])[A-Za-z0-9+=_-]{8,}$/;

const kinds: Readonly<Record<NameKind, (segment: Segment) => boolean>> = {
  index: ({ decoded }) => partsOf(decoded).every((part) => isName(part) || isDateMath(part)),
  name: ({ decoded }) => partsOf(decoded).every(isName),
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

/** Whether it names one scroll or point in time: never all of them, which are other people's too. */
export function isHandle(text: string): boolean {
  return HANDLE.test(text);
}

function partsOf(text: string): string[] {
  return text.split(',');
}

/** A name that begins with an underscore could be an endpoint. */
function isName(part: string): boolean {
  if (part === '_all') return true;
  return PLAIN.test(part) && !/^-?_/.test(part) && !/^\.+$/.test(part) && !OF_SECURITY.test(part);
}

function isDateMath(part: string): boolean {
  return DATE_MATH.test(part.replace(/^-/, '')) && !OF_SECURITY.test(part);
}

/** Ids may have slashes, but must not become another path should somebody on the way decode them. */
function isDocumentId(id: string): boolean {
  if (id.length > LONGEST_ID || /[%?#\\;]/.test(id)) return false;
  if (!id.includes('/')) return !id.startsWith('_') || MADE_UP.test(id);
  return id.split('/').every((piece) => !piece.startsWith('_') && !/^\.+$/.test(piece));
}
