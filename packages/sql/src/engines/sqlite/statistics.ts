import { isMolehillError } from '@molehill/core/errors';
import { type Read, text } from './read.ts';

/** The one schema there is: a connection stays with its own file. */
export const SCHEMA = 'main';

/** What the last ANALYZE counted. A database that was never analysed has no such table. */
export async function rowEstimates(read: Read, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  try {
    const rows = await read(
      'SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl',
      [],
      signal,
    );
    return new Map(rows.map(([table, count]) => [text(table), Number(count)]));
  } catch (error) {
    if (isMolehillError(error) && error.code === 'E_NO_SUCH_TABLE') return new Map();
    throw error;
  }
}
