import { isAddress } from '../address.ts';
import { engineNamed } from '../engines.ts';
import type { Draft } from '../found.ts';
import { at, entriesOf, isLiteralRecord, type Literal, type LiteralRecord } from '../literal/literal.ts';
import { draftOf } from './source.ts';

const DATABASE_KEY =
  /^(databases?|db|data_?base_?config|sql|sequelize|knex|typeorm|data_?source|storage|persistence|orm|rdb|rdbms|store)$/i;
const ENGINE_KEY = /^(postgres(ql)?|pg|mysql|mariadb|sqlite3?)$/i;
const MAX_DEPTH = 5;

/** The databases in a tree of settings that a program reads by itself: a section named after a database or an engine. */
export function databasesIn(tree: Literal, place: Draft): Draft[] {
  return [...sections(tree, [])].flatMap(([path, value]) => {
    const key = path.join('.');
    const name = path.at(-1) ?? '';
    const engine = ENGINE_KEY.test(name) ? name : undefined;
    if (typeof value === 'string') return isAddress(value) ? [{ ...place, key, address: value }] : [];
    return isLiteralRecord(value) ? sectionDraft(value, { ...place, key }, engine) : [];
  });
}

function sectionDraft(section: LiteralRecord, place: Draft, implied: string | undefined): Draft[] {
  const connection = at(section, 'connection');
  const settings = isLiteralRecord(connection) ? { ...section, ...connection } : section;
  const { engine: written, ...draft } = draftOf(settings, place);
  const engine = typeof written === 'string' ? written : implied;
  const hasAddress = typeof draft.address === 'string' && isAddress(draft.address);
  const isServer = draft.host !== undefined && draft.database !== undefined;
  const isKnown =
    engine !== undefined &&
    (isServer || draft.sqliteFile !== undefined || engineNamed(engine)?.type === 'sqlite');
  return hasAddress || isKnown ? [{ ...draft, engine: hasAddress ? undefined : engine }] : [];
}

/** Every value below whose name suggests a database, the outer ones first. */
function* sections(
  value: Literal,
  path: readonly string[],
): Generator<readonly [readonly string[], Literal]> {
  if (path.length > MAX_DEPTH) return;
  for (const [key, inner] of entriesOf(value)) {
    const inside = [...path, key];
    const isDatabase = DATABASE_KEY.test(key) || ENGINE_KEY.test(key);
    const isPart = path.some((part) => DATABASE_KEY.test(part)) && /^(url|uri|dsn)$/i.test(key);
    if (isDatabase && !isPart) yield [inside, inner];
    yield* sections(inner, inside);
  }
}
