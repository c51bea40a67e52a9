import type { Connection } from '@molehill/connections/definition';
import type { MolehillError } from '@molehill/core/errors';
import type { Dialect, SqlConnection } from '../engines/engine.ts';
import { sqlErrors } from '../errors.ts';
import type { Refusal } from '../guard/guard.ts';
import { NO_STATEMENT, ONE_STATEMENT, SYNTAX } from '../guard/text.ts';

/**
 * The error for a text that is refused because it is not one statement, and not because it would write. Undefined for
 * other refusals. A writable connection leaves the syntax to the server, whose grammar may be newer than ours.
 */
export async function faultIn(
  sql: string,
  refusal: Refusal,
  dialect: Dialect,
  { config: { readonly } }: Connection<SqlConnection>,
): Promise<MolehillError | undefined> {
  const several =
    refusal.rule === ONE_STATEMENT ? await severalStatements(sql, dialect, readonly) : undefined;
  if (several) return several;
  // The refused text may have a prefix, which shifts positions.
  const own = await dialect.guard.judge(sql);
  const { rule, reason, hint } = own.reads ? refusal : own;
  if (!readonly || isClientCommand(sql) || ![SYNTAX, NO_STATEMENT].includes(rule)) return undefined;
  return sqlErrors.fail(
    'E_SYNTAX',
    `The statement is not valid: ${reason}.`,
    hint === undefined ? {} : { hint },
  );
}

/** A command of psql or of the sqlite3 shell, which may start a program. */
function isClientCommand(sql: string): boolean {
  return /^\s*[\\.]/.test(sql);
}

async function severalStatements(
  sql: string,
  dialect: Dialect,
  readonly: boolean,
): Promise<MolehillError | undefined> {
  const statements = dialect.split(sql);
  if (statements.length < 2) return undefined;
  if (readonly) {
    const verdicts = await Promise.all(statements.map((statement) => dialect.guard.judge(statement)));
    if (!verdicts.every(({ reads }) => reads)) return undefined;
  }
  const message = `The text contains ${statements.length} statements; one is run at a time.`;
  const hint = 'Send one statement per call, or all of them to {tool:execute_script}.';
  return sqlErrors.fail('E_MULTI_STATEMENT', message, readonly ? {} : { hint });
}
