import { file, route } from '@molehill/connections/fields';
import { baseConnectionShape } from '@molehill/connections/shape';
import * as z from 'zod';
import type { Engine, ParsedDsn } from '../engine.ts';
import { decodePercent } from '../shared/server-dsn.ts';

const schema = z.strictObject({
  name: baseConnectionShape.name,
  readonly: baseConnectionShape.readonly,
  type: route(z.literal('sqlite')),
  file: file(z.string().min(1).describe('SQLite: path of the database file')),
});

export type SqliteConnection = z.output<typeof schema>;

export const sqlite: Engine<SqliteConnection> = {
  type: 'sqlite',
  title: 'SQLite',
  schema,
  dsn: {
    schemes: ['sqlite', 'sqlite3', 'file'],
    form: 'sqlite:… or the path of a SQLite file',
    accepts: isPath,
    parse: parseDsn,
  },
  aliases: ['sqlite3', 'better-sqlite3', 'spatialite'],
  driver: 'sqlite',
  placeOf: ({ file }) => file,
  labelOf: ({ file }) => file,
  load: async () => (await import('./dialect.ts')).sqliteDialect,
};

/** `sqlite:a.db` and `sqlite://a.db` are relative, `sqlite:///a.db` is absolute. Parameters after `?` belong to other drivers. */
function parseDsn(text: string): ParsedDsn {
  if (isPath(text)) return { fields: { file: text } };
  const rest = text.replace(/^[a-z0-9]+:/i, '').replace(/\?.*$/, '');
  const file = decodePercent(rest.replace(/^\/\//, '').replace(/^\/{2,}/, '/'));
  return file === '' ? { problem: 'names no file' } : { fields: { file } };
}

function isPath(text: string): boolean {
  if (/^[a-z]:[\\/]/i.test(text)) return true;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return false;
  return /[\\/]/.test(text) || /\.(db3?|s?sqlite3?)$/i.test(text);
}
