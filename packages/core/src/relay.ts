import type { Caller } from './caller.ts';
import type { Handles } from './handles.ts';
import type { ProgressListener } from './progress.ts';
import type { ContinuationParams, Peer, WireResult } from './upstream.ts';

/** What an endpoint says of itself in the handshake. */
export interface RelayDescription {
  /** As the protocol names them, `tools` included. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Of the one upstream server that is served alone, as if it were connected directly. */
  readonly serverInfo?: { readonly name: string; readonly version: string };
  readonly instructions?: string;
  /** Unknown methods are relayed to the upstream server. */
  readonly passesUnknownMethods: boolean;
}

export interface RelayRequest {
  readonly signal: AbortSignal;
  readonly caller: Caller;
  readonly handles: Handles;
  readonly peer: Peer;
  readonly continuation?: ContinuationParams;
  readonly progress?: ProgressListener;
}

/** One connected client. */
export interface RelaySession {
  /** A notification of the client, such as that its roots changed. */
  notify(method: string, params: WireResult | undefined): void;
  close(): void;
}

/**
 * What an endpoint serves besides tools: resources, prompts, completion and logging. Errors of an upstream server are
 * thrown as `UpstreamError`, and its results pass unchanged.
 */
export interface Relay {
  describe(): Promise<RelayDescription>;
  handle(method: string, params: WireResult | undefined, request: RelayRequest): Promise<WireResult>;
  /** Until it is closed, the session receives notifications and may be asked. */
  addSession(client: Peer): RelaySession;
  /** Subscribes to changes of resources where the SDK keeps the list of subscribers. */
  watchResources(uris: readonly string[]): () => void;
}
