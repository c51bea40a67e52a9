import type { Client } from '@modelcontextprotocol/client';
import type { UpstreamConfig } from '../config/upstream-config.ts';

export type UpstreamState = 'waiting' | 'disabled' | 'idle' | 'starting' | 'ready' | 'backing-off';

export type ListName = 'tools' | 'prompts' | 'resources';

export interface UpstreamStatus {
  readonly id: string;
  readonly state: UpstreamState;
  readonly pid?: number;
  /** The negotiated protocol revision. */
  readonly protocol?: string;
  readonly openCalls: number;
  readonly starts: number;
  readonly lastError?: { readonly code: string; readonly message: string; readonly at: string };
  readonly nextAttemptAt?: string;
}

/** One upstream server: started on first use, shared by all clients, stopped when idle. */
export interface Upstream {
  readonly config: UpstreamConfig;
  status(): UpstreamStatus;
  /** Starts the server if necessary and keeps it running until the work is done. Concurrent first uses start it once. */
  use<T>(work: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The running client, if there is one; starts nothing. */
  current(): Client | undefined;
  /** Takes a lease: the server is not stopped as idle until the returned function is called. Starts nothing. */
  lease(): () => void;
  /**
   * Called with each new client before it connects, to set handlers for requests and notifications of the server. The
   * server's capabilities are known in `onReady`.
   */
  onClient(listener: (client: Client) => void): () => void;
  /** Called with each connected client before it is used. */
  onReady(listener: (client: Client) => void): () => void;
  /** Called when the server announces a list change, in either era. Set no handlers for these notifications in `onClient`. */
  onListChanged(listener: (list: ListName) => void): () => void;
  /** The end of its standard error. */
  log(): string;
  /** Stops the server; the next use starts it again. */
  stop(reason: string): Promise<void>;
  /** Stops the server for good. */
  close(reason: string): Promise<void>;
}
