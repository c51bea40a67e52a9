import type { Log } from '@molehill/core/log';
import type { Connection } from './definition.ts';
import { connectionErrors } from './errors.ts';
import type { Registry } from './registry.ts';
import type { ConnectionBase } from './shape.ts';
import type { SshConfig } from './ssh/schema.ts';

export interface Disposable {
  dispose(): Promise<void>;
}

/** The address a backend connects to: the local end of the tunnel where there is one. */
export interface BackendTarget<TConfig> {
  /** With its secrets resolved. */
  readonly config: TConfig;
  readonly connectHost: string;
  readonly connectPort: number;
  /** The host name of the server: TLS is verified against it, also through a tunnel. */
  readonly serverName: string;
  /** False once the tunnel is closed: connecting through it again is in vain. */
  isRouteOpen?(): boolean;
}

export interface Tunnel extends Disposable {
  readonly localHost: string;
  readonly localPort: number;
  isClosed(): boolean;
  /** Why the SSH server last failed to forward to the target. */
  forwardingError(): string | undefined;
}

export type CreateTunnel = (
  ssh: SshConfig,
  target: { readonly host: string; readonly port: number },
  options: { readonly signal: AbortSignal; readonly log: Log },
) => Promise<Tunnel>;

export interface BackendOptions<TConfig, TBackend extends Disposable> {
  createBackend(target: BackendTarget<TConfig>, signal: AbortSignal): Promise<TBackend>;
  /** Default: an SSH tunnel. */
  readonly createTunnel?: CreateTunnel;
  /** The default port of a connection. */
  resolvePort?(config: TConfig): number | undefined;
  readonly log: Log;
}

/** The result of one connect. */
export interface Opened<TBackend> {
  readonly backend: TBackend;
  readonly tunnel: Tunnel | undefined;
  /** Replaces an error by the forwarding error of the tunnel, if any: some backends connect after they are created. */
  explain(error: unknown): unknown;
}

/** Opens the tunnel, if one is configured, and the backend. Closes both when it fails. */
export async function openBackend<TConfig extends ConnectionBase, TBackend extends Disposable>(
  connection: Connection<TConfig>,
  registry: Registry<TConfig>,
  options: BackendOptions<TConfig, TBackend>,
  signal: AbortSignal,
): Promise<Opened<TBackend>> {
  const config = await registry.resolve(connection, signal);
  const address = { host: config.host ?? '', port: config.port ?? options.resolvePort?.(config) ?? 0 };
  const { createTunnel = openSshTunnel, log } = options;
  const tunnel =
    config.ssh && address.host !== '' ? await createTunnel(config.ssh, address, { signal, log }) : undefined;
  /** The backend only sees a closed socket; the tunnel has the reason. */
  const explain = (error: unknown) => {
    const reason = tunnel?.forwardingError();
    if (reason === undefined) return error;
    const message = `The SSH server cannot reach ${address.host}:${address.port}: ${reason || 'no reason given'}`;
    return connectionErrors.fail('E_TUNNEL', message, { cause: error });
  };
  const closeTunnel = () => void tunnel?.dispose().catch(() => {});
  signal.addEventListener('abort', closeTunnel, { once: true });
  try {
    signal.throwIfAborted();
    const target = {
      config,
      connectHost: tunnel?.localHost ?? address.host,
      connectPort: tunnel?.localPort ?? address.port,
      serverName: address.host,
      ...(tunnel && { isRouteOpen: () => !tunnel.isClosed() }),
    };
    return { backend: await options.createBackend(target, signal), tunnel, explain };
  } catch (error) {
    await tunnel?.dispose();
    throw explain(error);
  } finally {
    signal.removeEventListener('abort', closeTunnel);
  }
}

/** Loaded on first use: most connections need no tunnel. */
const openSshTunnel: CreateTunnel = async (ssh, target, options) => {
  const { openTunnel } = await import('./ssh/tunnel.ts');
  return openTunnel(ssh, target, options);
};
