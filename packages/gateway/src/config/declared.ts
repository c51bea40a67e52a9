import { gatewayErrors } from '../errors.ts';

export interface DeclaredStdio {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly envFile?: string;
  readonly cwd?: string;
  readonly framing: 'newline' | 'content-length';
}

export interface DeclaredHttp {
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type DeclaredLaunch = DeclaredStdio | DeclaredHttp;

/** What only Molehill's own files say about a server. */
export interface Extras {
  readonly enabled?: boolean;
  readonly shared?: boolean;
  readonly timeoutMs?: number;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly favourites?: readonly string[];
}

/** A server as one file writes it, references unresolved. */
export interface DeclaredServer {
  /** Absent where a nearer file only changes what a farther one defines. */
  readonly launch?: DeclaredLaunch;
  readonly extras: Extras;
}

export function unusable(message: string) {
  return gatewayErrors.fail('E_SERVER_CONFIG', message);
}
