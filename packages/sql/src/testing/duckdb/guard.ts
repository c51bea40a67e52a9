import { DuckDBInstance } from '@duckdb/node-api';
import { type Guard, PLANS, READS, refuse, type Verdict } from '../../guard/guard.ts';

/** Parses with DuckDB itself, which serializes nothing but SELECT. */
export const duckdbGuard: Guard = {
  judge: async (sql) => {
    const planned = /^\s*EXPLAIN\s+(?!ANALYZE|\()/i.exec(sql)?.[0];
    if (planned !== undefined) return (await isOneStatement(sql)) ? PLANS : several;
    return judgeSelect(sql);
  },
  verify: async () => READS,
};

const several: Verdict = refuse('one-statement', 'only one statement is allowed at a time');

async function parser() {
  return (await DuckDBInstance.fromCache(':memory:')).connect();
}

async function isOneStatement(sql: string): Promise<boolean> {
  const connection = await parser();
  try {
    return (await connection.extractStatements(sql)).count === 1;
  } catch {
    return false;
  } finally {
    connection.closeSync();
  }
}

async function judgeSelect(sql: string): Promise<Verdict> {
  const connection = await parser();
  try {
    const result = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
    const parsed = JSON.parse(String(result.getRowsJson()[0]?.[0]));
    if (parsed.error_type === 'parser') return refuse('syntax', String(parsed.error_message));
    if (parsed.error !== false) return refuse('statement', 'only SELECT is known to read');
    return parsed.statements.length === 1 ? READS : several;
  } finally {
    connection.closeSync();
  }
}
