import type * as z from 'zod';
import type { Budget } from './budget.ts';
import type { Caller } from './caller.ts';
import type { Handles } from './handles.ts';
import type { Log } from './log.ts';

/** Content beside the data of an answer, as MCP carries it. */
export type ContentPart =
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType?: string;
      readonly description?: string;
    }
  | { readonly type: 'resource'; readonly resource: ResourceContents };

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** The levels of MCP's log messages that events have, the least important first. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Something that happened in a server, for subscribed clients, the page and the editor. */
export interface ServerEvent {
  /** `thing.happened`, such as `connection.added`. */
  readonly type: string;
  /** The resource that is different now: clients subscribed to it are notified. */
  readonly resource?: string;
  /** The caller it concerns; without it, everybody. */
  readonly caller?: string;
  /** Makes it a log message to the caller it concerns, where its client asked for messages of this level. */
  readonly level?: LogLevel;
  readonly data?: unknown;
}

/** Told to clients as a change of the list of resources. */
export const RESOURCES_CHANGED = 'resources.list_changed';

export interface BackgroundOptions {
  /** How long the call waits for the work before it answers `running`. */
  readonly waitMs: number;
}

export interface BackgroundContext {
  readonly signal: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}

/** What a handler gets with its input. */
export interface ToolContext {
  /** Aborted when the caller cancels or the timeout is reached. Pass it to whatever does the work. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly caller: Caller;
  readonly handles: Handles;
  readonly budget: Budget;
  readonly log: Log;
  progress(done: number, total?: number, message?: string): void;
  /**
   * Resolves when a person agreed, and throws otherwise. Ask before changing anything: where the protocol keeps no
   * channel to the person open, the call ends here and the handler runs again from its start with the answer.
   */
  confirm(question: string): Promise<void>;
  /** As `confirm`, for an answer with fields. The schema is a flat object of strings, numbers, booleans and enums. */
  ask<S extends z.ZodObject>(question: string, schema: S): Promise<z.output<S>>;
  emit(event: ServerEvent): void;
  attach(part: ContentPart): void;
  /** Names tools and parameters in a text as the caller can use them; see `phraseFor`. Errors need no call. */
  phrase(text: string): string;
  /** Runs work that may outlast the call. After `waitMs` the call answers `running` with a handle for the `wait` tool. */
  background<T>(
    title: string,
    work: (context: BackgroundContext) => Promise<T>,
    options: BackgroundOptions,
  ): Promise<T>;
}
