import { type SqlLexer, verbOf } from '../engines/shared/lexer.ts';
import { words } from '../word-list.ts';

/** Verbs that take an exclusive lock on a table, which open cursors block. */
const EXCLUSIVE = words(
  'ALTER CREATE CLUSTER DROP LOCK OPTIMIZE REFRESH REINDEX RENAME REPAIR TRUNCATE VACUUM',
);

/** Whether a statement or script would have to wait for open cursors. */
export function wantsExclusive(
  sql: string,
  dialect: SqlLexer & { readonly singleWriter?: boolean },
): boolean {
  if (dialect.singleWriter) return true;
  return dialect.split(sql).some((statement) => EXCLUSIVE.has(verbOf(dialect.tokens(statement))));
}
