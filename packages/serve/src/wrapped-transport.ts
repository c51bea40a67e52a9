import type {
  JSONRPCMessage,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/server';

export interface TransportHooks {
  /** Sees every message before the SDK does. */
  onIncoming?(message: JSONRPCMessage): void;
  /** False for a message that the SDK must not see. */
  accepts?(message: JSONRPCMessage): boolean;
  /** May replace a message before it is sent. */
  onOutgoing?(message: JSONRPCMessage): JSONRPCMessage;
  onClosed?(): void;
}

/** A transport of the SDK with hooks on its messages. */
export class WrappedTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: (<T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void) | undefined;
  readonly #inner: Transport;
  readonly #hooks: TransportHooks;

  constructor(inner: Transport, hooks: TransportHooks) {
    this.#inner = inner;
    this.#hooks = hooks;
    // A transport that ignores a callback is left as it was: the SDK installs some before it connects.
    const onmessage = inner.onmessage;
    inner.onmessage = (message, extra) => {
      hooks.onIncoming?.(message);
      if (hooks.accepts?.(message) === false) return;
      onmessage?.(message, extra);
      this.onmessage?.(message, extra);
    };
    const onclose = inner.onclose;
    inner.onclose = () => {
      hooks.onClosed?.();
      onclose?.();
      this.onclose?.();
    };
    const onerror = inner.onerror;
    inner.onerror = (error) => {
      onerror?.(error);
      this.onerror?.(error);
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream ?? false;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(this.#hooks.onOutgoing?.(message) ?? message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }
}
