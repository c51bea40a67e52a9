import { resolve } from 'node:path';
import type { Redactor } from '@molehill/core/redact';
import { type Conclusion, conclude, type Entry } from './conclude.ts';
import type { FoundDatabase, UnreadFile } from './found.ts';
import { type Reading, readSources } from './read-sources.ts';
import type { Env } from './variables.ts';

export interface DiscoveryOptions {
  /** For variables that the project's files refer to and do not set. They are used only where a person approved it. */
  readonly env: Env;
  /** Learns every password that is found. */
  readonly redactor?: Redactor;
  /** Whether names of compose services resolve. */
  readonly insideContainer?: boolean;
  /** Whether a person approved what a fingerprint stands for; without it nothing is approved. */
  isApproved?(fingerprint: string): boolean;
}

export interface Discovery extends Conclusion {
  /** By the order of the sources. */
  readonly databases: readonly FoundDatabase[];
  /** Files that exist and were not read. */
  readonly unread: readonly UnreadFile[];
}

/** The databases that a project's files name. Nothing of the project is executed, and nothing is connected to. */
export async function discoverDatabases(root: string, options: DiscoveryOptions): Promise<Discovery> {
  const { entries, settings, unread, templates } = await readApproved(resolve(root), options);
  const databases = entries.map(({ found }) => found);
  for (const { connection } of databases) redactPassword(connection, options.redactor);
  return {
    databases,
    unread: unread.map(({ file, reason }) => ({ file, reason })),
    ...conclude(entries, settings, unread, templates),
  };
}

/** Reads again with the variables that a person approved, until no further ones are needed. */
async function readApproved(
  root: string,
  { env, insideContainer, isApproved = () => false }: DiscoveryOptions,
): Promise<Reading> {
  let approvedVariables: ReadonlySet<string> = new Set();
  let reading: Reading | undefined;
  for (;;) {
    const next = await readSources(root, { env, insideContainer, approvedVariables, isApproved });
    reading = reading ? { ...next, entries: merged(reading.entries, next.entries, isApproved) } : next;
    const variables = reading.entries
      .filter(({ found }) => isApproved(found.fingerprint))
      .flatMap(variablesOf);
    const all = new Set([...approvedVariables, ...variables]);
    if (all.size === approvedVariables.size) return reading;
    approvedVariables = all;
  }
}

function variablesOf({ found }: Entry): string[] {
  return found.needsApproval.flatMap(({ kind, detail }) => (kind === 'variable' ? [detail] : []));
}

/** A variable is used only by the databases it was approved for, and what was approved keeps its fingerprint. */
function merged(
  before: readonly Entry[],
  after: readonly Entry[],
  isApproved: (fingerprint: string) => boolean,
): readonly Entry[] {
  const previous = byPlace(before);
  return [...byPlace(after)].flatMap(([place, entry]) => {
    const old = previous.get(place);
    // What only an approved variable brought up was not part of the approval.
    if (!old) return [];
    if (variablesOf(old).length === 0) return [entry];
    const { needsApproval, fingerprint } = old.found;
    if (!isApproved(fingerprint)) return [old];
    return variablesOf(entry).length > 0
      ? [entry]
      : [{ ...entry, found: { ...entry.found, needsApproval, fingerprint } }];
  });
}

/** The line may change with the values of variables. */
function byPlace(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const places = new Map<string, Entry>();
  for (const entry of entries) {
    const { source, file, key } = entry.found;
    for (let count = 0; ; count++) {
      const place = JSON.stringify([source, file, key, count]);
      if (places.has(place)) continue;
      places.set(place, entry);
      break;
    }
  }
  return places;
}

function redactPassword(connection: FoundDatabase['connection'], redactor: Redactor | undefined): void {
  if (!connection) return;
  const { user, database, host, password } = connection;
  // A password equal to the user's or the database's name is not secret, and redacting it would hide those names.
  if (password !== undefined && ![user, database, host].includes(password)) redactor?.add(password);
}
