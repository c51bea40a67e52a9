import { randomBytes } from 'node:crypto';
import type { CallFeed, CallRecord } from '@molehill/core/calls';
import type { Log } from '@molehill/core/log';

type Env = Readonly<Record<string, string | undefined>>;

export interface TelemetryOptions {
  readonly env: Env;
  readonly feed: CallFeed;
  readonly log: Log;
  readonly intervalMs?: number;
}

export interface Telemetry {
  /** Flushes pending spans, with a short timeout. */
  close(): Promise<void>;
}

const INTERVAL_MS = 2_000;
const SEND_WITHIN_MS = 5_000;
const CLOSE_WITHIN_MS = 500;
const MOST_WAITING = 2_048;
const MOST_AT_ONCE = 512;

/** The endpoint of OpenTelemetry's environment variables, if set. */
export function tracesEndpoint(env: Env): string | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  return base ? `${base.replace(/\/+$/, '')}/v1/traces` : undefined;
}

/**
 * Sends each finished call as a span by OTLP over HTTP as JSON. An unreachable collector fails no call: the queue
 * is bounded, and the failure is logged once.
 */
export function startTelemetry(endpoint: string, options: TelemetryOptions): Telemetry {
  const { env, feed, log } = options;
  const headers = { 'Content-Type': 'application/json', ...headersOf(env) };
  const waiting: CallRecord[] = [];
  let isTold = false;

  const send = async (withinMs: number): Promise<void> => {
    const batch = waiting.splice(0, MOST_AT_ONCE);
    if (batch.length === 0) return;
    try {
      const body = JSON.stringify(exportOf(batch, env));
      const signal = AbortSignal.timeout(withinMs);
      const answer = await fetch(endpoint, { method: 'POST', headers, body, signal, redirect: 'error' });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the collector answered with status ${answer.status}`);
    } catch (error) {
      if (!isTold) log.warn({ err: error, lost: batch.length }, 'traces cannot be sent');
      isTold = true;
    }
  };
  const unsubscribe = feed.subscribe((event) => {
    if (event.kind === 'finished' && waiting.length < MOST_WAITING) waiting.push(event.call);
  });
  const timer = setInterval(() => void send(SEND_WITHIN_MS), options.intervalMs ?? INTERVAL_MS).unref();
  return {
    close: async () => {
      unsubscribe();
      clearInterval(timer);
      await send(CLOSE_WITHIN_MS);
    },
  };
}

/** `name=value,name=value`, percent-encoded. */
function headersOf(env: Env): Record<string, string> {
  const given = env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS ?? '';
  const pairs = given.split(',').flatMap((pair) => {
    const separator = pair.indexOf('=');
    if (separator < 1) return [];
    return [[pair.slice(0, separator).trim(), decoded(pair.slice(separator + 1).trim())] as const];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function exportOf(calls: readonly CallRecord[], env: Env) {
  const resource = { attributes: attributesOf({ 'service.name': env.OTEL_SERVICE_NAME ?? 'molehill' }) };
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'molehill' }, spans: calls.map(spanOf) }] }],
  };
}

const KIND_SERVER = 2;
const STATUS = { ok: 1, error: 2 } as const;

/** Names, sizes and outcomes; never arguments or results. */
function spanOf(call: CallRecord) {
  const start = BigInt(Date.parse(call.at)) * 1_000_000n;
  const end = start + BigInt(Math.round(call.durationMs * 1_000_000));
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: `tools/call ${call.server}__${call.tool}`,
    kind: KIND_SERVER,
    startTimeUnixNano: start.toString(),
    endTimeUnixNano: end.toString(),
    attributes: attributesOf({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': call.tool,
      'molehill.server': call.server,
      'molehill.frontend': call.frontend,
      'molehill.call': call.id,
      'mcp.client.name': call.client,
      'error.type': call.code,
      'molehill.input.bytes': call.inputBytes,
      'molehill.output.bytes': call.outputBytes,
    }),
    status: call.outcome === 'error' ? { code: STATUS.error, message: call.code } : { code: STATUS.ok },
  };
}

function attributesOf(values: Readonly<Record<string, string | number | undefined>>) {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }];
  });
}
