import type { ProgressListener } from './progress.ts';
import type { ContinuationParams, Peer, WireResult } from './upstream.ts';

/** What an endpoint is, where another server is served as if it were reached directly. */
export interface RelayDescription {
  /** In the words of the protocol, `tools` included. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Of the one server that is served alone; without it the endpoint speaks for itself. */
  readonly serverInfo?: { readonly name: string; readonly version: string };
  readonly instructions?: string;
  /** Methods that nobody here knows are answered by the server behind. */
  readonly passesUnknownMethods: boolean;
}

export interface RelayRequest {
  readonly signal: AbortSignal;
  readonly peer: Peer;
  readonly continuation?: ContinuationParams;
  readonly progress?: ProgressListener;
}

/** One client's place among those who use the servers behind. */
export interface RelaySession {
  /** What the client tells, such as that its roots changed. */
  notify(method: string, params: WireResult | undefined): void;
  leave(): void;
}

/**
 * What an endpoint serves besides tools: resources, prompts, completion and logging of other servers. Errors of theirs
 * are thrown as `UpstreamError`, and their results pass untouched.
 */
export interface Relay {
  describe(): Promise<RelayDescription>;
  handle(method: string, params: WireResult | undefined, request: RelayRequest): Promise<WireResult>;
  /** From now on this client hears what concerns it, and may be asked. */
  join(client: Peer): RelaySession;
  /** Somebody listens for changes of these resources, where the protocol keeps the list of listeners itself. */
  watch(uris: readonly string[]): () => void;
}
