import type * as z from 'zod';
import type { BudgetLimits } from './budget.ts';
import type { ToolContext } from './context.ts';
import type { Effects } from './effects.ts';

export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  /** At most 25 words: when to use it, and when not. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly effects: Effects<z.output<I>>;
  readonly timeoutMs?: number;
  /** The timeout of one call, where the caller may choose it; `undefined` for the tool's own. */
  timeoutOf?(input: z.output<I>): number | undefined;
  /** Accepted when called, never listed. */
  readonly aliases?: readonly string[];
  /** Other names of its arguments, accepted when called, never listed. */
  readonly argumentAliases?: Readonly<Record<string, string>>;
  readonly budget?: Partial<BudgetLimits>;
  /** The text for a model, where a design fixes it. */
  render?(data: z.output<O>): string;
  run(input: z.output<I>, context: ToolContext): Promise<z.input<O>>;
}

export function defineTool<I extends z.ZodObject, O extends z.ZodType>(tool: Tool<I, O>): Tool<I, O> {
  return tool;
}
