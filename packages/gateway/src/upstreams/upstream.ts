import type { Client } from '@modelcontextprotocol/client';
import type { UpstreamConfig } from '../config/upstream-config.ts';

export type UpstreamState = 'waiting' | 'disabled' | 'idle' | 'starting' | 'ready' | 'backing-off';

export type ListName = 'tools' | 'prompts' | 'resources';

export interface UpstreamStatus {
  readonly id: string;
  readonly state: UpstreamState;
  readonly pid?: number;
  /** The protocol revision spoken with it. */
  readonly protocol?: string;
  readonly openCalls: number;
  readonly starts: number;
  readonly lastError?: { readonly code: string; readonly message: string; readonly at: string };
  readonly nextAttemptAt?: string;
}

/** One server of somebody else: started when first used, shared by everyone who uses it, stopped when nobody does. */
export interface Upstream {
  readonly config: UpstreamConfig;
  status(): UpstreamStatus;
  /** Starts it if need be and keeps it running until the work is done. Concurrent first uses start it once. */
  use<T>(work: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The running client, if there is one; starts nothing. */
  current(): Client | undefined;
  /** Keeps it from being stopped as idle until the returned function is called: a subscription that is open. Starts nothing. */
  hold(): () => void;
  /**
   * Called for each new client before it connects: the place for handlers of what the server asks and tells, some of
   * which ask at once. What the server can do is not known yet; `onReady` is for that.
   */
  onClient(listener: (client: Client) => void): () => void;
  /** Called for each client that is connected, before it is used. */
  onReady(listener: (client: Client) => void): () => void;
  /** Called when the server says that a list changed, in either era. Set no handlers for these notifications in `onClient`. */
  onListChanged(listener: (list: ListName) => void): () => void;
  onStatus(listener: (status: UpstreamStatus) => void): () => void;
  /** The end of what it wrote to standard error. */
  log(): string;
  /** Ends what runs; the next use starts it again. */
  stop(reason: string): Promise<void>;
  /** Ends it for good. */
  close(reason: string): Promise<void>;
}
