import type { BackendTarget } from '@molehill/connections/backend';
import { StaleBackendError } from '@molehill/connections/errors';
import { isMolehillError } from '@molehill/core/errors';
import type { Dispatcher, Pool } from 'undici';
import { DEFAULT_PORT, type EsConnection } from '../config.ts';
import { writeExact } from '../json/exact-json.ts';
import { connectFailure, interrupted, NotConnectedError, protocolMismatch } from './failures.ts';
import { readBody } from './read-body.ts';
import { assertSendable } from './target.ts';
import { tlsOptions } from './tls.ts';

export interface RequestOptions {
  /** A string is sent as it is. */
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** How much of the response is read. */
  readonly maxBytes?: number | undefined;
  /** The request changes nothing, so it may be retried. */
  readonly reads: boolean;
}

/** A response with any status. */
export interface EsAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Whether the body is complete. */
  readonly whole: boolean;
  /** From the header `x-elastic-product`. */
  readonly product: string | undefined;
}

export interface EsClient {
  /** The target is path and query, sent byte for byte. */
  request(method: string, target: string, options: RequestOptions): Promise<EsAnswer>;
  dispose(): Promise<void>;
}

/** More than an answer shows, so that the best part can be chosen, also of what follows a long list. */
const READ_BYTES = 4_000_000;
const MAX_SOCKETS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than the keep-alive of servers and proxies, so that a request rarely meets a socket that is being closed. */
const KEEP_ALIVE_MS = 10_000;

export async function openClient(target: BackendTarget<EsConnection>): Promise<EsClient> {
  const { config, connectHost, connectPort, serverName } = target;
  const { buildConnector, Pool } = await import('undici');
  const tls = await tlsOptions(config, serverName);
  const connect = buildConnector({ ...tls, timeout: CONNECT_TIMEOUT_MS });
  const pool = new Pool(`${config.scheme}://${bracketed(connectHost)}:${connectPort}`, {
    connections: MAX_SOCKETS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The timeout of the call aborts the request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) callback(new NotConnectedError(error), null);
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
  /** The real address, also through a tunnel: a proxy may serve several clusters by host name. */
  readonly #authority: string;
  #hasResponded = false;

  constructor(pool: Pool, config: EsConnection, authority: string) {
    const authorization = authorizationOf(config);
    this.#pool = pool;
    this.#scheme = config.scheme;
    this.#authority = authority;
    this.#headers = {
      host: authority,
      accept: '*/*',
      'user-agent': 'esmole-mcp',
      ...(authorization === undefined ? {} : { authorization }),
    };
  }

  async request(method: string, target: string, options: RequestOptions): Promise<EsAnswer> {
    assertSendable(method, target);
    options.signal.throwIfAborted();
    const response = await this.#send(method, target, options);
    try {
      const { statusCode: status, headers } = response;
      const type = firstValue(headers['content-type']);
      const read = await readBody(response.body, type, options.maxBytes ?? READ_BYTES);
      return { status, ...read, product: firstValue(headers['x-elastic-product']) };
    } catch (error) {
      throw this.#classify(error, options, true);
    }
  }

  dispose(): Promise<void> {
    return this.#pool.destroy();
  }

  async #send(method: string, path: string, options: RequestOptions): Promise<Dispatcher.ResponseData> {
    const { body, signal } = options;
    try {
      const content = body === undefined ? undefined : contentOf(body, path);
      const headers = { ...this.#headers, ...(content && { 'content-type': content.type }) };
      const options = { method, path, headers, signal, ...(content && { body: content.body }) };
      const response = await this.#pool.request(options);
      this.#hasResponded = true;
      return response;
    } catch (error) {
      throw this.#classify(error, options, false);
    }
  }

  /** `responding`: the head of the response had arrived. */
  #classify(error: unknown, { signal, reads }: RequestOptions, responding: boolean): unknown {
    if (error instanceof NotConnectedError) return this.#notConnected(error.cause);
    if (signal.aborted) return reads ? signal.reason : interrupted(signal.reason, false);
    if (isMolehillError(error)) return error;
    if (responding || !reads) return interrupted(error, reads);
    if (!this.#hasResponded) return protocolMismatch(error, this.#authority, this.#scheme);
    return new StaleBackendError(interrupted(error, true).message, { cause: error });
  }

  /** After an earlier response the route may have changed: a new backend resolves it again. */
  #notConnected(cause: unknown): unknown {
    const failure = connectFailure(cause, this.#authority);
    return this.#hasResponded && failure.retryable
      ? new StaleBackendError(failure.message, { cause })
      : failure;
  }
}

function authorizationOf({ apiKey, user, password }: EsConnection): string | undefined {
  if (apiKey !== undefined) return `ApiKey ${apiKey.includes(':') ? base64(apiKey) : apiKey}`;
  return user === undefined ? undefined : `Basic ${base64(`${user}:${password ?? ''}`)}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The endpoints that take NDJSON. */
const NDJSON = /\/_?(bulk|msearch)(\/template)?\/?(\?|$)/;

function contentOf(body: unknown, path: string): { readonly type: string; readonly body: string } {
  const isNdjson = NDJSON.test(path);
  const type = isNdjson ? 'application/x-ndjson' : 'application/json';
  if (typeof body === 'string') return { type, body };
  if (isNdjson && Array.isArray(body))
    return { type, body: body.map((line) => `${writeExact(line)}\n`).join('') };
  return { type, body: writeExact(body) };
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
