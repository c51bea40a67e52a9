import type { Effect } from '@molehill/core/effects';
import type { ErrorCode } from '@molehill/core/errors';

export type ToolTier = 'core' | 'extended' | 'expert';

export const toolCategories = [
  'bridge',
  'breakpoints',
  'execution',
  'inspection',
  'traffic',
  'tests',
  'diagnostics',
  'symbols',
  'refactoring',
  'settings',
  'window',
] as const;

export type ToolCategory = (typeof toolCategories)[number];

interface ToolFacts {
  readonly title: string;
  readonly description: string;
  readonly category: ToolCategory;
  readonly tier: ToolTier;
  readonly effect: Effect;
  /** MCP hints; what a call may do is decided by `effect`. */
  readonly safety: {
    readonly readOnly: boolean;
    readonly destructive: boolean;
    readonly idempotent: boolean;
    readonly openWorld: boolean;
  };
  /** Milliseconds: how long the tool waits by default, and when a call is stopped. */
  readonly timeout: { readonly wait: number; readonly hard: number };
  readonly needs: {
    readonly host: boolean;
    readonly session: boolean;
    readonly stopped: boolean;
    readonly capability: string | null;
  };
  readonly aliases: readonly string[];
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What serving a tool needs of its file in the catalogue. */
export interface ToolDefinition extends ToolFacts {
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly isListed: boolean;
  readonly parameterAliases: Readonly<Record<string, string>>;
  /** Tools that must be called first. */
  readonly requires: readonly string[];
  /** Replace the default hints of these errors. */
  readonly hints: Readonly<Partial<Record<ErrorCode, string>>>;
}

/** The whole of a tool's file in the catalogue. */
export interface ToolMetadata extends ToolFacts {
  readonly name: string;
  readonly alias: string;
  readonly kind: 'query' | 'action' | 'wait';
  readonly when: string | null;
  readonly oneOf?: readonly (readonly string[])[];
  readonly errors: readonly {
    readonly code: ErrorCode;
    readonly when: string;
    readonly hint: string;
    readonly retryable: boolean;
  }[];
  readonly examples: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly llm: {
    readonly when_to_use: string;
    readonly parameter_hints: Readonly<
      Record<string, { readonly examples?: readonly unknown[]; readonly note?: string }>
    >;
    readonly workflows: readonly string[];
    readonly requires: readonly string[];
    readonly error_recovery: Readonly<Record<string, string>>;
  };
  readonly cli: { readonly examples: readonly string[] };
}
