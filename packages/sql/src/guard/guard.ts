/** A name as the statement spells it: what it resolves to is the server's to say. */
export interface ObjectName {
  readonly schema?: string;
  readonly name: string;
}

export interface FunctionName extends ObjectName {
  /** With how many arguments it is called, where that can be told. */
  readonly argumentCount?: number;
}

/** What a statement leans on that its text alone does not show to be harmless. */
export interface Dependencies {
  readonly functions: readonly FunctionName[];
  /** Tables and views; a view runs the functions of its definition. */
  readonly relations: readonly ObjectName[];
  /** PostgreSQL: operators and types may be user-defined, and run functions too. */
  readonly operators: readonly ObjectName[];
  readonly types: readonly ObjectName[];
  /** PostgreSQL: `row.name` calls the function `name` when the row has no such column. */
  readonly fields: readonly string[];
}

/** Reads and changes nothing: allowed on a read-only connection once `dependsOn`, if there is any, is verified. */
export interface Reading {
  readonly reads: true;
  /**
   * An EXPLAIN that runs nothing; what it plans may well be a change. MySQL and MariaDB refuse to plan changes in a
   * READ ONLY transaction, and SQLite's authorizer is asked about them: both have to be told.
   */
  readonly planOnly?: true;
  readonly dependsOn?: Dependencies;
}

/** Not proven to be a read. `rule` names the rule that refused it, `reason` says it in words. */
export interface Refusal {
  readonly reads: false;
  readonly rule: string;
  readonly reason: string;
}

/** What a statement does, judged before it is sent. */
export type Verdict = Reading | Refusal;

/** Runs one catalogue query under the protection of the statement it is asked for; rows are arrays of cells. */
export type Ask = (sql: string, params: readonly unknown[]) => Promise<readonly (readonly unknown[])[]>;

/** One policy for the read-only refusal, for `explain analyze` and for what a tool is annotated with. */
export interface Guard {
  /** Fails closed: whatever is not understood is not a read. */
  judge(sql: string): Promise<Verdict>;
  /** The second look, with the server's catalogue: are the functions and views really reads? */
  verify(dependsOn: Dependencies, ask: Ask): Promise<Verdict>;
}

export const READS: Reading = { reads: true };

export const PLANS: Reading = { reads: true, planOnly: true };

export function refuse(rule: string, reason: string): Refusal {
  return { reads: false, rule, reason };
}
