import { words } from '../../word-list.ts';
import { verbOf } from '../shared/lexer.ts';
import { mysqlTokens } from './lexer.ts';

const READS = words('SELECT SHOW DESCRIBE DESC EXPLAIN VALUES TABLE HELP');

const QUERIES = words('SELECT VALUES TABLE WITH');

const RESETTABLE = words(`
  WITH INSERT REPLACE UPDATE DELETE TRUNCATE CREATE ALTER DROP RENAME CALL DO SET ANALYZE OPTIMIZE GRANT REVOKE`);

export function mysqlVerb(sql: string): string {
  return verbOf(mysqlTokens(sql));
}

/** Whether the text may be a query that writes its rows to a file or a variable instead of returning them. */
export function mayHaveInto(sql: string): boolean {
  return /into/i.test(sql) && QUERIES.has(mysqlVerb(sql));
}

/** Whether stopping the statement before its last row changes nothing. */
export function canStopEarly(sql: string): boolean {
  return READS.has(mysqlVerb(sql));
}

/** Whether a session reset undoes everything that the statement did to the session. */
export function isResettable(sql: string): boolean {
  return READS.has(mysqlVerb(sql)) || RESETTABLE.has(mysqlVerb(sql));
}
