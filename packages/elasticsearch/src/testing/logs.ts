import { type Node, prepare } from './cluster.ts';

/** Deterministic log documents. */

export const LOGS = 'logs';
export const LOG_COUNT = 10_400;
export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
/** Integers beyond 2^53, a different one for each document. */
export const bigNumber = (seq: number): bigint => 9_007_199_254_740_993n + 2n * BigInt(seq);

const SERVICES = ['cart', 'checkout', 'search', 'mail', 'stock'];
const CITIES = [
  { name: 'Zürich', lat: 47.37, lon: 8.54 },
  { name: 'Porto', lat: 41.15, lon: -8.61 },
  { name: 'Osaka', lat: 34.69, lon: 135.5 },
];

const keyword = { type: 'keyword' };

const properties = {
  seq: { type: 'long' },
  at: { type: 'date' },
  level: keyword,
  message: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } },
  host: { properties: { name: keyword, ip: { type: 'ip' } } },
  spans: { type: 'nested', properties: { name: keyword, ms: { type: 'integer' } } },
  where: { type: 'geo_point' },
  big: { type: 'long' },
  machine: { type: 'alias', path: 'host.name' },
};

/** How unmapped fields are mapped. */
const dynamicTemplates = [
  { counts: { match: '*_count', mapping: { type: 'integer' } } },
  { texts: { match_mapping_type: 'string', mapping: keyword } },
];

/** Every kind of field that es_get_mapping must list. */
function logMapping(runtimeFields: boolean): Readonly<Record<string, unknown>> {
  return {
    properties,
    dynamic_templates: dynamicTemplates,
    ...(runtimeFields && { runtime: { region: keyword } }),
  };
}

/** The expected flat list of fields. */
export function logFields(runtimeFields: boolean): Readonly<Record<string, string>> {
  return {
    seq: 'long',
    at: 'date',
    level: 'keyword',
    message: 'text',
    'message.raw': 'keyword',
    'host.name': 'keyword',
    'host.ip': 'ip',
    spans: 'nested',
    'spans.name': 'keyword',
    'spans.ms': 'integer',
    where: 'geo_point',
    big: 'long',
    'labels.team': 'keyword',
    retry_count: 'integer',
    ...(runtimeFields && { region: 'keyword' }),
  };
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

/** As text: a double cannot represent `big`. */
function logLine(seq: number): string {
  const service = pick(SERVICES, seq * 7);
  const { name, lat, lon } = pick(CITIES, seq * 2);
  const document = {
    seq,
    at: new Date(Date.UTC(2026, 0, 1) + seq * 1_000).toISOString(),
    level: pick(LEVELS, seq),
    message: `${service} answered request ${seq} from ${name}`,
    host: { name: `${service}-${seq % 4}`, ip: `10.0.${seq % 8}.${seq % 250}` },
    spans: [
      { name: 'query', ms: seq % 90 },
      { name: 'render', ms: seq % 11 },
    ],
    where: { lat, lon },
    region: name,
    labels: { team: service === 'mail' ? 'post' : 'shop' },
    retry_count: seq % 3,
  };
  return `{"big":${bigNumber(seq)},${JSON.stringify(document).slice(1)}`;
}

/** NDJSON for `_bulk`, two lines for each document. */
export function bulkLines(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => from + index).flatMap((seq) => [
    `{"index":{"_id":"${seq}"}}`,
    logLine(seq),
  ]);
}

export async function loadLogs(node: Node, runtimeFields: boolean): Promise<void> {
  const settings = { number_of_shards: 2, number_of_replicas: 0, refresh_interval: -1 };
  await prepare(node, 'PUT', `/${LOGS}`, { settings, mappings: logMapping(runtimeFields) });
  await prepare(node, 'POST', `/${LOGS}/_bulk`, bulkLines(LOG_COUNT));
  await prepare(node, 'POST', `/${LOGS}/_refresh`);
}

export const HUGE = 'huge';
const HUGE_COUNT = 1_000;
const HUGE_BYTES = 100_000;

/** 100 MB for a search that returns all of it. */
export async function loadHuge(node: Node): Promise<void> {
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: -1 };
  const mappings = { properties: { n: { type: 'integer' }, payload: { type: 'object', enabled: false } } };
  await prepare(node, 'PUT', `/${HUGE}`, { settings, mappings });
  const text = 'molehill '.repeat(HUGE_BYTES / 9);
  const batch = 50;
  for (let first = 0; first < HUGE_COUNT; first += batch) {
    const numbers = Array.from({ length: batch }, (_, index) => first + index);
    const lines = numbers.flatMap((n) => ['{"index":{}}', JSON.stringify({ n, payload: { text } })]);
    await prepare(node, 'POST', `/${HUGE}/_bulk`, lines);
  }
  await prepare(node, 'POST', `/${HUGE}/_refresh`);
}
