import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { ShopError } from './errors.ts';

export type ShopDb = DatabaseSync;

export function databaseFile(env: NodeJS.ProcessEnv = process.env): string {
  return env.SHOP_DB || fileURLToPath(new URL('../data/shop.db', import.meta.url));
}

/** The service only reads; orders come in through the till, which is another program. */
export function openShop(file: string = databaseFile()): ShopDb {
  if (!existsSync(file)) {
    throw new ShopError('no_database', `There is no database at ${file}. Make it with: npm run seed`);
  }
  return new DatabaseSync(file, { readOnly: true });
}

export function selectAll<Row>(db: ShopDb, sql: string, ...params: SQLInputValue[]): Row[] {
  return db.prepare(sql).all(...params) as Row[];
}

export function selectOne<Row>(db: ShopDb, sql: string, ...params: SQLInputValue[]): Row | undefined {
  return db.prepare(sql).get(...params) as Row | undefined;
}
