import type { Caller } from './caller.ts';
import type { Handles } from './handles.ts';

/** What a call may do, from harmless to irreversible. */
export type Effect = 'reads' | 'writes' | 'destroys';

/** What would be changed, and what the person who owns it allows. */
export interface EffectTarget {
  /** As the person knows it: `connection "shop"`. */
  readonly name: string;
  readonly readonly?: boolean;
  /** Why the call is not known to read only, and the rule that says so. */
  readonly reason?: string;
  readonly rule?: string;
  /** A person decided that this target is changed without asking. */
  readonly confirm?: 'never' | undefined;
  /** How a person decides that, in a place that no tool can write. */
  readonly confirmHint?: string;
  /** The project folder that would be changed. */
  readonly folder?: string;
}

/** What one call would do. */
export interface CallEffects {
  readonly effect: Effect;
  /** One sentence for the person who decides, such as `Drop the table "orders".` */
  readonly summary?: string;
  /** Asks the person even where the effect alone would not. */
  readonly ask?: boolean;
  readonly target?: EffectTarget;
}

export interface EffectsContext {
  readonly signal: AbortSignal;
  readonly caller: Caller;
  readonly handles: Handles;
}

/** What a tool may do. The policy, MCP annotations, the audit and the page's labels derive from it. */
export interface Effects<I = never> {
  /** The worst a call can do. */
  readonly worst: Effect;
  /** Whether the same call twice has the effect of one. Default: only where nothing is changed. */
  readonly idempotent?: boolean;
  /** Whether it reaches beyond this machine and project. */
  readonly openWorld?: boolean;
  /** What a call with this input would do; without it, the worst. */
  of?(input: I, context: EffectsContext): CallEffects | Promise<CallEffects>;
}

export const reads: Effects = { worst: 'reads' };

/** The MCP annotations of a tool. */
export interface ToolHints {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** The part of a declaration that can be listed and sent. */
export type EffectSummary = Required<Pick<Effects, 'worst' | 'idempotent' | 'openWorld'>>;

export function summariseEffects({ worst, idempotent, openWorld }: Omit<Effects, 'of'>): EffectSummary {
  return { worst, idempotent: idempotent ?? worst === 'reads', openWorld: openWorld ?? false };
}

export function hintsFromEffects(effects: Omit<Effects, 'of'>): Required<Omit<ToolHints, 'title'>> {
  const { worst, idempotent, openWorld } = summariseEffects(effects);
  return {
    readOnlyHint: worst === 'reads',
    destructiveHint: worst === 'destroys',
    idempotentHint: idempotent,
    openWorldHint: openWorld,
  };
}

/** With the protocol's own defaults, which assume the worst. */
export function effectsFromHints(hints: ToolHints): EffectSummary {
  const destructive = hints.destructiveHint ?? true;
  const changes = destructive ? 'destroys' : 'writes';
  return {
    worst: hints.readOnlyHint ? 'reads' : changes,
    idempotent: hints.idempotentHint ?? false,
    openWorld: hints.openWorldHint ?? true,
  };
}
