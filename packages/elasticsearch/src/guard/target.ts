import { type Refusal, refuse } from './verdict.ts';

export interface Segment {
  /** As it will be sent. Names of endpoints are compared with this. */
  readonly raw: string;
  /** As the cluster reads a segment that is a name. */
  readonly decoded: string;
}

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

export interface Target {
  readonly segments: readonly Segment[];
  readonly parameters: readonly Parameter[];
}

const MAX_LENGTH = 8_192;
/** The characters RFC 3986 allows in a segment, without the semicolon, at which some servers split. */
const SEGMENT = /^[A-Za-z0-9\-._~!$&'()*+,=:@%]+$/;
const QUERY = /^[A-Za-z0-9\-._~!$&'()*+,=:@%/?[\]]*$/;
/** Unreserved characters: encoding them serves only to disguise a path. */
const NEEDLESSLY_ENCODED = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/i;
const WELL_ENCODED = /^(?:[^%]|%[0-9A-Fa-f]{2})*$/;

/** Splits first and decodes each part afterwards. */
export function parseTarget(target: string): Target | Refusal {
  if (target.length > MAX_LENGTH) return refuse('too-long', 'the path is too long');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const segments = parsePath(path);
  if (!Array.isArray(segments)) return segments;
  const parameters = mark < 0 ? [] : parseQuery(target.slice(mark + 1));
  return Array.isArray(parameters) ? { segments, parameters } : parameters;
}

function parsePath(path: string): Segment[] | Refusal {
  if (!path.startsWith('/')) return refuse('path', 'the path does not begin with "/"');
  if (path === '/') return [];
  const segments: Segment[] = [];
  // A trailing slash reaches the same endpoint.
  for (const raw of path.replace(/\/$/, '').slice(1).split('/')) {
    const segment = parseSegment(raw);
    if ('reads' in segment) return segment;
    segments.push(segment);
  }
  return segments;
}

function parseSegment(raw: string): Segment | Refusal {
  if (raw === '') return refuse('path', 'the path has an empty segment');
  const decoded = SEGMENT.test(raw) && !NEEDLESSLY_ENCODED.test(raw) ? decode(raw) : undefined;
  if (decoded === undefined) return refuse('path', 'the path has invalid or needlessly encoded characters');
  return /^\.+$/.test(decoded) ? refuse('path', 'the path has a dot segment') : { raw, decoded };
}

function parseQuery(query: string): Parameter[] | Refusal {
  if (!QUERY.test(query))
    return refuse('parameter', 'the parameters have characters that must be percent-encoded');
  if (query === '') return [];
  const parameters: Parameter[] = [];
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const raw = equals < 0 ? '' : part.slice(equals + 1);
    const value = decode(name === 'source' ? raw.replaceAll('+', ' ') : raw);
    if (value === undefined) return refuse('parameter', 'a parameter is not percent-encoded correctly');
    parameters.push({ name, value });
  }
  return parameters;
}

/** Undefined for an invalid encoding or control characters. */
function decode(raw: string): string | undefined {
  if (!WELL_ENCODED.test(raw)) return undefined;
  try {
    const decoded = decodeURIComponent(raw);
    return /\p{Cc}/u.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
