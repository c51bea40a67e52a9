import type { Refusal } from '../../../guard/guard.ts';
import { refuseVerb } from '../../../guard/text.ts';
import { words } from '../../../word-list.ts';
import { mysqlTokens } from '../lexer.ts';

/** Of statements, of the bodies of routines, and of the command line client. */
const VERBS = words(`
  ALTER ANALYZE BACKUP BEGIN BINLOG CACHE CALL CHANGE CHECK CHECKSUM CLONE COMMIT CREATE DEALLOCATE DECLARE DELETE DESC
  DESCRIBE DO DROP EXECUTE EXPLAIN FLUSH GET GRANT HANDLER HELP IMPORT INSERT INSTALL KILL LOAD LOCK OPTIMIZE PREPARE
  PURGE RELEASE RENAME REPAIR REPLACE RESET RESIGNAL RESTART REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW SHUTDOWN SIGNAL
  SLAVE START STOP TABLE TRUNCATE UNINSTALL UNLOCK UPDATE USE VALUES WITH XA
  CASE CLOSE FETCH IF ITERATE LEAVE LOOP OPEN REPEAT RETURN WHILE
  CONNECT DELIMITER EDIT PAGER SOURCE SYSTEM TEE`);

/** A misspelt verb is no attempt to write. */
export function refuseUnknownVerb(sql: string): Refusal | undefined {
  for (const token of mysqlTokens(sql)) {
    if (token.kind === 'comment') continue;
    const isVerb = token.kind !== 'word' || VERBS.has(token.text.toUpperCase());
    return isVerb ? undefined : refuseVerb(sql, token, VERBS);
  }
  return undefined;
}
