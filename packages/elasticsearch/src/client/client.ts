import { type BackendTarget, StaleBackendError } from '@molehill/connections/connections';
import { isMolehillError } from '@molehill/core/errors';
import type { Dispatcher, Pool } from 'undici';
import type { EsConnection } from '../config.ts';
import { DEFAULT_PORT } from '../config.ts';
import { writeExact } from '../json/exact-json.ts';
import { connectFailure, interrupted, NotConnected, notSpeaking } from './failures.ts';
import { readBody } from './read-body.ts';
import { assertSendable, type Params, requestTarget } from './target.ts';
import { tlsOptions } from './tls.ts';

export interface RequestOptions {
  /** A text is sent as it is. */
  readonly body?: unknown;
  readonly params?: Params;
  readonly signal: AbortSignal;
  /** How much of the answer is wanted; a little more may come. */
  readonly maxBytes: number;
  /** The request changes nothing, so it may be sent again. */
  readonly reads: boolean;
}

/** What the cluster answered, whatever the status. */
export interface EsAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Whether nothing of the body was left out. */
  readonly whole: boolean;
  /** By the name of the product, where the cluster tells it in a header. */
  readonly product: string | undefined;
}

export interface EsClient {
  request(method: string, path: string, options: RequestOptions): Promise<EsAnswer>;
  dispose(): Promise<void>;
}

const MOST_CONNECTIONS = 8;
const CONNECT_LIMIT_MS = 10_000;
/** Shorter than servers and proxies wait, so that a request seldom meets a socket that is being closed. */
const KEEP_ALIVE_MS = 10_000;

export async function openClient(target: BackendTarget<EsConnection>): Promise<EsClient> {
  const { config, connectHost, connectPort, serverName } = target;
  const [{ buildConnector, Pool }, tls] = await Promise.all([
    import('undici'),
    tlsOptions(config, serverName),
  ]);
  const connect = buildConnector({ ...tls, timeout: CONNECT_LIMIT_MS });
  const pool = new Pool(`${config.scheme}://${bracketed(connectHost)}:${connectPort}`, {
    connections: MOST_CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A call has a time limit of its own, which ends the request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) callback(new NotConnected(error), null);
        else callback(null, socket);
      }),
  });
  return new PooledClient(pool, config, `${bracketed(serverName)}:${config.port ?? DEFAULT_PORT}`);
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

class PooledClient implements EsClient {
  readonly #pool: Pool;
  readonly #scheme: EsConnection['scheme'];
  readonly #headers: Readonly<Record<string, string>>;
  /** The real address, also behind a tunnel: the cluster may be one of several under one address. */
  readonly #where: string;
  #answered = false;

  constructor(pool: Pool, config: EsConnection, where: string) {
    const authorization = authorizationOf(config);
    this.#pool = pool;
    this.#scheme = config.scheme;
    this.#where = where;
    this.#headers = {
      host: where,
      accept: '*/*',
      'user-agent': 'esmole-mcp',
      ...(authorization === undefined ? {} : { authorization }),
    };
  }

  async request(method: string, path: string, options: RequestOptions): Promise<EsAnswer> {
    const target = requestTarget(path, options.params);
    assertSendable(method, target);
    options.signal.throwIfAborted();
    const response = await this.#send(method, target, options);
    try {
      const { statusCode: status, headers } = response;
      const { body, whole } = await readBody(
        response.body,
        textOf(headers['content-type']),
        options.maxBytes,
      );
      return { status, body, whole, product: textOf(headers['x-elastic-product']) };
    } catch (error) {
      throw this.#explain(error, options, true);
    }
  }

  dispose(): Promise<void> {
    return this.#pool.destroy();
  }

  async #send(method: string, path: string, options: RequestOptions): Promise<Dispatcher.ResponseData> {
    const { body, signal } = options;
    try {
      const content = body === undefined ? {} : contentOf(body, path);
      const { type, ...sent } = { type: undefined, ...content };
      const headers = { ...this.#headers, ...(type === undefined ? {} : { 'content-type': type }) };
      const response = await this.#pool.request({ method, path, headers, signal, ...sent });
      this.#answered = true;
      return response;
    } catch (error) {
      throw this.#explain(error, options, false);
    }
  }

  /** `begun` says that an answer had come, if only its head. */
  #explain(error: unknown, { signal, reads }: RequestOptions, begun: boolean): unknown {
    if (error instanceof NotConnected) return this.#neverSent(error.cause);
    if (signal.aborted) return reads ? signal.reason : interrupted(signal.reason, false);
    if (isMolehillError(error)) return error;
    if (begun || !reads) return interrupted(error, reads);
    if (!this.#answered) return notSpeaking(error, this.#where, this.#scheme);
    return new StaleBackendError(interrupted(error, true).message, { cause: error });
  }

  /** Where a connection came about before, the way there may have changed: a new backend finds out. */
  #neverSent(cause: unknown): unknown {
    const failure = connectFailure(cause, this.#where);
    return this.#answered && failure.retryable ? new StaleBackendError(failure.message, { cause }) : failure;
  }
}

function authorizationOf({ apiKey, user, password }: EsConnection): string | undefined {
  if (apiKey !== undefined) return `ApiKey ${apiKey.includes(':') ? base64(apiKey) : apiKey}`;
  return user === undefined ? undefined : `Basic ${base64(`${user}:${password ?? ''}`)}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The endpoints that take one JSON value on each line. */
const LINES = /\/_?(bulk|msearch)(\/template)?\/?(\?|$)/;

function contentOf(body: unknown, path: string): { readonly type: string; readonly body: string } {
  const lines = LINES.test(path);
  const type = lines ? 'application/x-ndjson' : 'application/json';
  if (typeof body === 'string') return { type, body };
  if (lines && Array.isArray(body))
    return { type, body: body.map((line) => `${writeExact(line)}\n`).join('') };
  return { type, body: writeExact(body) };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
