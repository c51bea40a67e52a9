import type { DebugProtocol } from '@vscode/debugprotocol';
import { type FrameScope, frameScopes } from './frame-scopes.ts';
import type { DebugSession } from './session.ts';
import type { Stop } from './stop.ts';
import { childrenOf } from './variables.ts';

type Locals = ReadonlyMap<string, string>;

export interface Change {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

const TIMEOUT_MS = 3_000;
const FIRST_VARIABLES = { start: 0, count: 100, kind: 'all' } as const;
const MOST_CHANGES = 20;
const LONGEST_VALUE = 120;
const RETURN_VALUE = /^(return value|\[return value\]|\(return\) .*)$/i;

/** A step reads the locals of the stop before it, which the last step has read already. */
const cache = new WeakMap<Stop, Promise<Locals>>();

/** Names and values of the innermost scopes of a stop's frame. Empty where the adapter does not tell. */
export function localsOf(session: DebugSession, stop: Stop): Promise<Locals> {
  const known = cache.get(stop);
  if (known) return known;
  const read = readLocals(session, stop).catch(() => new Map<string, string>());
  cache.set(stop, read);
  return read;
}

/** What differs between two stops in the same function. */
export function changesBetween(before: Locals, after: Locals): Change[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => !RETURN_VALUE.test(name));
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .slice(0, MOST_CHANGES)
    .map((name) => {
      const [from, to] = [before.get(name), after.get(name)];
      return { name, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    });
}

/** The value that the function which was left returned, where the adapter shows it beside the locals. */
export function returnValue(locals: Locals): string | undefined {
  return [...locals].find(([name]) => RETURN_VALUE.test(name))?.[1];
}

async function readLocals(session: DebugSession, stop: Stop): Promise<Locals> {
  if (!stop.frame) return new Map();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const scopes = await frameScopes({ session, stop, frameId: stop.frame.id }, signal);
  const read = ({ scope }: FrameScope) =>
    childrenOf(session, { ref: scope.variablesReference }, FIRST_VARIABLES, signal);
  const lists = await Promise.all(scopes.filter(({ scope }) => isLocal(scope)).map(read));
  return new Map(
    lists
      .flatMap(({ nodes }) => nodes)
      .filter(({ isLazy }) => !isLazy)
      .slice(0, FIRST_VARIABLES.count)
      .map(({ name, value }) => [name, shorten(value)]),
  );
}

/** The scopes of the function itself, not those around it. */
function isLocal({ name, expensive, presentationHint }: DebugProtocol.Scope): boolean {
  if (expensive) return false;
  if (presentationHint === 'locals' || presentationHint === 'arguments') return true;
  return presentationHint === undefined && /^(local|locals|block|arguments)\b/i.test(name);
}

function shorten(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}
