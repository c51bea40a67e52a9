/** A name as the statement spells it; the server decides what it resolves to. */
export interface ObjectName {
  readonly schema?: string;
  readonly name: string;
}

export interface FunctionName extends ObjectName {
  /** Undefined where the text does not show it. */
  readonly argumentCount?: number;
}

/** Objects of a statement that may have side effects its text does not show. */
export interface Dependencies {
  readonly functions: readonly FunctionName[];
  /** Tables and views; a view runs the functions of its definition. */
  readonly relations: readonly ObjectName[];
  /** PostgreSQL: operators and types may be user-defined and run functions. */
  readonly operators: readonly ObjectName[];
  readonly types: readonly ObjectName[];
  /** PostgreSQL: `row.name` calls the function `name` when the row has no such column. */
  readonly fields: readonly string[];
  /** PostgreSQL: columns whose values the statement compares, sorts or converts, which may run functions; `*` for all. */
  readonly columns: readonly string[];
  /** The statement is planned and not executed. */
  readonly planned?: boolean;
}

/** Allowed on a read-only connection once `dependsOn` is verified. */
export interface Reading {
  readonly reads: true;
  /**
   * An EXPLAIN that runs nothing, though it may plan a change. MySQL and MariaDB refuse to plan changes in a READ ONLY
   * transaction, and SQLite calls its authorizer for them, so both engines need to know.
   */
  readonly planOnly?: true;
  /** PostgreSQL: it reads the same as a role that can only read, and the session may take that role. */
  readonly asReader?: true;
  readonly dependsOn?: Dependencies;
}

/** Not proven to be a read. */
export interface Refusal {
  readonly reads: false;
  readonly rule: string;
  /** A clause for messages. */
  readonly reason: string;
  /** What to do about a text that is no statement. */
  readonly hint?: string;
}

export type Verdict = Reading | Refusal;

/** Runs a catalogue query under the same protection as the statement; rows are arrays of cells. */
export type RunCatalogueQuery = (
  sql: string,
  params: readonly unknown[],
) => Promise<readonly (readonly unknown[])[]>;

/** Classifies statements. */
export interface Guard {
  /** Fails closed: what cannot be classified is not a read. */
  judge(sql: string): Promise<Verdict>;
  /** Looks up the functions and views of a statement in the server's catalogue. */
  verify(dependsOn: Dependencies, run: RunCatalogueQuery): Promise<Verdict>;
}

export const READS: Reading = { reads: true };

export const PLANS: Reading = { reads: true, planOnly: true };

/** A read whose dependencies are the names in `parts`, each of them once. */
export function dependingOn(
  reading: Reading,
  ...parts: readonly (Partial<Dependencies> | undefined)[]
): Reading {
  const dependsOn: Dependencies = {
    functions: distinct(parts.flatMap((part) => part?.functions ?? [])),
    relations: distinct(parts.flatMap((part) => part?.relations ?? [])),
    operators: distinct(parts.flatMap((part) => part?.operators ?? [])),
    types: distinct(parts.flatMap((part) => part?.types ?? [])),
    fields: distinct(parts.flatMap((part) => part?.fields ?? [])),
    columns: distinct(parts.flatMap((part) => part?.columns ?? [])),
  };
  if (Object.values(dependsOn).every((list) => list.length === 0)) return reading;
  return { ...reading, dependsOn: reading.planOnly ? { ...dependsOn, planned: true } : dependsOn };
}

function distinct<T>(names: readonly T[]): readonly T[] {
  return [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
}

export function refuse(rule: string, reason: string): Refusal {
  return { reads: false, rule, reason };
}
