import type { DebugProtocol } from '@vscode/debugprotocol';
import { maskValue } from './mask.ts';
import type { DebugSession } from './session.ts';
import type { Stop } from './stop.ts';

type Locals = ReadonlyMap<string, string>;

export interface Change {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

const TIMEOUT_MS = 3_000;
const MOST_VARIABLES = 100;
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
  const options = { timeoutMs: TIMEOUT_MS };
  const answer = await session.send('scopes', { frameId: stop.frame.id }, options);
  const scopes = (answer as DebugProtocol.ScopesResponse['body']).scopes.filter(isLocal);
  const bodies = await Promise.all(
    scopes.map(({ variablesReference }) =>
      session.send('variables', { variablesReference, count: MOST_VARIABLES }, options),
    ),
  );
  const variables = bodies.flatMap((body) => (body as DebugProtocol.VariablesResponse['body']).variables);
  return new Map(
    variables
      .filter(({ presentationHint }) => presentationHint?.lazy !== true)
      .slice(0, MOST_VARIABLES)
      .map(({ name, value }) => [name, shorten(maskValue(name, value).text)]),
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
