import type { Dialect, SqlBackend, SqlTarget } from '../engine.ts';
import { SqliteBackend } from './backend.ts';
import { Engine } from './engine.ts';
import { classifyError } from './errors.ts';
import { sqliteGuard } from './guard/guard.ts';
import { tokenize } from './lexer.ts';
import { splitStatements } from './statements.ts';

const OPEN_WITHIN_MS = 20_000;

export const sqliteDialect: Dialect = {
  type: 'sqlite',
  singleWriter: true,
  tokens: (sql) =>
    [...tokenize(sql)].map((token) => ({ ...token, kind: token.kind === 'word' ? 'word' : 'symbol' })),
  split: splitStatements,
  defaultPort: undefined,
  guard: sqliteGuard,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  open,
  classifyError,
};

/** A file that is missing, or not a database, is an error here and not at the first statement. */
async function open({ config }: SqlTarget): Promise<SqlBackend> {
  if (config.type !== 'sqlite') throw new Error(`a connection of type ${config.type} is not for SQLite`);
  const engine = new Engine(config.file);
  try {
    await engine.open(AbortSignal.timeout(OPEN_WITHIN_MS));
    return new SqliteBackend(engine, config);
  } catch (error) {
    await engine.dispose();
    throw error;
  }
}
