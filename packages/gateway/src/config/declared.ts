import { gatewayErrors } from '../errors.ts';
import type { HttpTransport, StdioTransport, UpstreamConfig } from './upstream-config.ts';

export interface DeclaredStdio extends Omit<StdioTransport, 'cwd'> {
  readonly cwd?: string;
}

/** How to start or reach a server, with unresolved references. */
export type DeclaredLaunch = DeclaredStdio | HttpTransport;

/** Settings that only Molehill's own files have. */
export type Settings = Partial<
  Pick<UpstreamConfig, 'enabled' | 'shared' | 'timeoutMs' | 'allow' | 'deny' | 'favourites' | 'budget'>
>;

/** A server as one file declares it. */
export interface DeclaredServer {
  /** Absent where a nearer file only changes the settings of a server that a farther file declares. */
  readonly launch?: DeclaredLaunch;
  readonly settings: Settings;
  /** The entry as it is written, without the fields that cannot change what is started. */
  readonly decisive: Readonly<Record<string, unknown>>;
}

export function unusable(message: string) {
  return gatewayErrors.fail('E_SERVER_CONFIG', message);
}
