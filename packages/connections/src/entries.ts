import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { ConnectionBase } from './shape.ts';

export interface Source {
  readonly kind: 'environment' | 'config' | 'store';
  /** The variable or the file, as a person would look for it. */
  readonly label: string;
}

export interface Connection<TConfig> {
  readonly name: string;
  /** As it was written: references are not resolved, literal secrets are in it. Never show it as it is. */
  readonly config: TConfig;
  readonly source: Source;
  /** Whether it can be changed from here. */
  readonly writable: boolean;
  /** Another text whenever the definition is another. */
  readonly revision: string;
}

export interface ConnectionProblem {
  /** Absent when the source as a whole is the problem. */
  readonly name?: string;
  readonly source: Source;
  readonly problem: string;
}

/** What one source defines. A name stands either among the connections or among the problems. */
export interface SourceContent<TConfig> {
  readonly connections: ReadonlyMap<string, Connection<TConfig>>;
  readonly problems: readonly ConnectionProblem[];
}

export type ConnectionSchema<TConfig> = z.ZodType<TConfig>;

/** Checks each entry by itself, so that a mistake in one costs that one alone. */
export function readEntries<TConfig extends ConnectionBase>(
  entries: readonly unknown[],
  source: Source,
  schema: ConnectionSchema<TConfig>,
): SourceContent<TConfig> {
  const connections = new Map<string, Connection<TConfig>>();
  const problems: ConnectionProblem[] = [];
  entries.forEach((entry, index) => {
    const name = nameOf(entry) ?? `#${index + 1}`;
    const parsed = schema.safeParse(entry);
    if (!parsed.success) problems.push({ name, source, problem: describeIssues(parsed.error) });
    else if (connections.has(name)) problems.push({ name, source, problem: 'the name is used twice' });
    else connections.set(name, connectionOf(parsed.data, source));
  });
  for (const { name } of problems) connections.delete(name ?? '');
  return { connections, problems };
}

function connectionOf<TConfig extends ConnectionBase>(config: TConfig, source: Source): Connection<TConfig> {
  const revision = createHash('sha256').update(JSON.stringify(config)).digest('base64url');
  return { name: config.name, config, source, writable: source.kind === 'store', revision };
}

export function nameOf(entry: unknown): string | undefined {
  const named = typeof entry === 'object' && entry !== null && 'name' in entry;
  return named && typeof entry.name === 'string' && entry.name !== '' ? entry.name : undefined;
}

const SHOWN_ISSUES = 5;

/** Names fields and what they should be, never what they are: that may be a secret. */
export function describeIssues(error: z.ZodError): string {
  const said = error.issues.slice(0, SHOWN_ISSUES).map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.message : `${issue.message} (at ${path})`;
  });
  const more = error.issues.length - said.length;
  return said.join('; ') + (more > 0 ? `; and ${more} more` : '');
}
