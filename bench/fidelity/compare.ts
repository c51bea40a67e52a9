/** Fields that differ from run to run. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\d{1,2}:\d\d:\d\d( [AP]M)?/g, '<time>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\b[0-9a-f]{32}\b/g, '<id>'],
];

/**
 * Differences that the 2026 revision itself causes between the same server and client. The official SDK makes all of
 * them, with or without a gateway.
 */
export const forcedByEra: readonly { readonly what: string; readonly why: string }[] = [
  { what: 'result.resultType, ttlMs, cacheScope', why: 'required of every result, or list, of 2026' },
  { what: 'result._meta["io.modelcontextprotocol/serverInfo"]', why: 'servers of 2026 sign every result' },
  { what: 'tool.execution, capabilities.tasks', why: 'tasks are no part of 2026; the SDK leaves them out' },
  { what: 'elicitation params.mode "form", elicitationId', why: 'written out, and given up, in 2026' },
  { what: 'error -32042', why: 'is a question (input_required) in 2026, and the call comes again' },
  {
    what: 'logging/setLevel, resources/subscribe, tasks/*',
    why: 'are no methods of 2026: see its own scenarios',
  },
];

const ERA_FIELDS = new Set(['resultType', 'ttlMs', 'cacheScope', 'execution', 'tasks', 'elicitationId']);
/** Removing fields may leave an empty object. */
const EMPTY_OR_ABSENT = new Set(['_meta', 'params']);
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

export interface Normalising {
  /** Prefix of the names on a route, removed before comparing. */
  readonly prefix: string;
  /** Whether exactly one of the two sides speaks the 2026 revision. */
  readonly acrossEras: boolean;
}

/** The value without volatile fields, and without era differences where the eras differ. */
export function normalise(value: unknown, how: Normalising): unknown {
  if (typeof value === 'string') return text(value, how.prefix);
  if (Array.isArray(value)) return value.map((item) => normalise(item, how));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key, inner]) => inner !== undefined && !isForced(key, inner, how))
    .map(([key, inner]) => [key, key === '_meta' ? meta(inner, how) : normalise(inner, how)] as const)
    .filter(([key, inner]) => !EMPTY_OR_ABSENT.has(key) || Object.keys(inner as object).length > 0);
  return Object.fromEntries(entries);
}

/** A blob of server-everything contains the time of day. */
function decoded(value: string): string {
  const inside = Buffer.from(value, 'base64').toString();
  return inside.includes('created at') ? `base64 of ${inside}` : value;
}

function text(value: string, prefix: string): string {
  const bare = decoded(prefix && value.startsWith(prefix) ? value.slice(prefix.length) : value);
  return VOLATILE.reduce((rest, [pattern, mark]) => rest.replace(pattern, mark), bare);
}

function isForced(key: string, value: unknown, { acrossEras }: Normalising): boolean {
  return acrossEras && (ERA_FIELDS.has(key) || (key === 'mode' && value === 'form'));
}

function meta(value: unknown, how: Normalising): unknown {
  const { [SERVER_INFO]: signed, [SUBSCRIPTION_ID]: _, ...rest } = value as Record<string, unknown>;
  const kept = how.acrossEras || signed === undefined ? rest : { ...rest, [SERVER_INFO]: signed };
  return normalise(kept, how);
}

/** Paths at which two values differ, with both sides. */
export function differences(direct: unknown, through: unknown, path = ''): string[] {
  if (Object.is(direct, through)) return [];
  if (!isObject(direct) || !isObject(through) || Array.isArray(direct) !== Array.isArray(through))
    return [`${path || '/'}: ${shown(direct)} became ${shown(through)}`];
  const keys = new Set([...Object.keys(direct), ...Object.keys(through)]);
  return [...keys].flatMap((key) => differences(direct[key], through[key], `${path}/${key}`));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 120 ? `${json.slice(0, 120)}…` : json;
}
