import type * as z from 'zod';
import type { Budget, BudgetLimits } from './budget.ts';
import type { Log } from './log.ts';

/** What a call may do to the world. MCP annotations, confirmations and the audit level all derive from it. */
export interface Safety {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

export const readsOnly: Safety = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** From the hints of the protocol, with the protocol's own defaults where nothing is said. */
export function safetyFromHints(hints: {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}): Safety {
  const readOnly = hints.readOnlyHint ?? false;
  return {
    readOnly,
    destructive: !readOnly && (hints.destructiveHint ?? true),
    idempotent: hints.idempotentHint ?? false,
    openWorld: hints.openWorldHint ?? true,
  };
}

export interface ToolContext {
  /** Aborted when the caller cancels or the time is up. Pass it to whatever does the work. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly budget: Budget;
  readonly log: Log;
  progress(done: number, total?: number, message?: string): void;
  /**
   * Resolves when a person agreed and throws otherwise. Ask before changing anything: where the protocol keeps no
   * channel open to the person, the handler is left here and run again from its start with the answer.
   */
  confirm(question: string): Promise<void>;
}

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** At most 25 words: when to use it, and when not. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly safety: Safety;
  readonly timeoutMs?: number;
  /** The time limit of one call, where the caller may choose it; without an answer the tool's own holds. */
  timeoutOf?(input: z.output<I>): number | undefined;
  /** Accepted when called, never listed. */
  readonly aliases?: readonly string[];
  readonly budget?: Partial<BudgetLimits>;
  /** The text for a model, where the common rendering is not what the design fixes. */
  render?(data: z.output<O>): string;
  run(input: z.output<I>, context: ToolContext): Promise<z.input<O>>;
}

export function defineTool<I extends z.ZodObject, O extends z.ZodType>(tool: Tool<I, O>): Tool<I, O> {
  return tool;
}
