import { dirname } from 'node:path';
import type { Draft } from '../found.ts';
import { at, isLiteralRecord, type Literal, type LiteralRecord } from '../literal/literal.ts';
import { readScript, UNPARSED } from './script-config.ts';
import type { SourceContext } from './source.ts';

const FOLDERS = ['', 'src/', 'db/', 'src/db/', 'database/', 'src/database/'];

/** The development section of a knexfile, or all of it where it has none. */
export async function readKnex(context: SourceContext): Promise<readonly Draft[]> {
  const script = await readScript(
    context,
    FOLDERS.map((folder) => `${folder}knexfile`),
  );
  if (!script) return [];
  const exported = script.module?.defaultExport;
  if (!exported) return [{ file: script.path, problems: [UNPARSED] }];
  const place = { file: script.path, line: exported.line, folder: dirname(script.path) };
  const { value } = exported;
  if (!isLiteralRecord(value)) return [{ ...place, problems: ['it is computed when the program runs'] }];
  const development = at(value, 'development');
  if (isLiteralRecord(development)) return [draftOf(development, { ...place, key: 'development' })];
  return at(value, 'client') === undefined ? [] : [draftOf(value, place)];
}

function draftOf(config: LiteralRecord, place: Draft): Draft {
  const connection: Literal = at(config, 'connection');
  const engine = at(config, 'client');
  if (!isLiteralRecord(connection)) return { ...place, engine, address: connection };
  return {
    ...place,
    engine,
    address: at(connection, 'connectionString') ?? at(connection, 'uri'),
    host: at(connection, 'host'),
    port: at(connection, 'port'),
    user: at(connection, 'user'),
    password: at(connection, 'password'),
    database: at(connection, 'database'),
    sqliteFile: at(connection, 'filename'),
  };
}
