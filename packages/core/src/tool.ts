import type * as z from 'zod';
import type { BudgetLimits } from './budget.ts';
import type { ToolContext } from './context.ts';
import type { Effects, ToolHints } from './effects.ts';

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
  /** Accepted names of parameters, never listed. */
  readonly parameterAliases?: Readonly<Record<string, string>>;
  readonly budget?: Partial<BudgetLimits>;
  /** The limits of one call, where the caller may choose them. */
  budgetOf?(input: z.output<I>): Partial<BudgetLimits>;
  /** What a list shows, where that is known without constructing the schemas. */
  readonly listed?: ListedTool;
  /** Everything there is to know about the tool, where that is more than a list shows. */
  describe?(): Promise<Readonly<Record<string, unknown>>>;
  /** The text for a model, where a design fixes it. */
  render?(data: z.output<O>): string;
  run(input: z.output<I>, context: ToolContext): Promise<z.input<O>>;
}

export interface ListedTool {
  /** May leave out parameters that are accepted. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The schema of the data, without the envelope. */
  readonly outputSchema: Readonly<Record<string, unknown>>;
  /** Replace those that follow from the effects. */
  readonly hints: ToolHints;
  readonly meta: Readonly<Record<string, unknown>>;
}

export function defineTool<I extends z.ZodObject, O extends z.ZodType>(tool: Tool<I, O>): Tool<I, O> {
  return tool;
}
