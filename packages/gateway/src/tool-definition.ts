/** A tool as a server lists it. What is unknown here is passed on untouched by whoever holds it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly icons?: unknown;
  readonly execution?: unknown;
  readonly _meta?: unknown;
}
