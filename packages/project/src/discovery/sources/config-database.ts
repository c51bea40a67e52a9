import type { Draft } from '../found.ts';
import { resultOf, type Script, ScriptLoader } from '../literal/javascript.ts';
import { at, isLiteralRecord, type Literal, Unknown } from '../literal/literal.ts';
import { draftOf, type SourceContext } from './source.ts';

const STRAPI = ['config/env/development/database', 'config/database'];
const ADONIS = ['config/database', 'config/lucid'];
const EXTENSIONS = ['ts', 'js', 'mjs', 'cjs'];

/** `config/database` of Strapi: a function that returns `{connection: {client, connection}}`. */
export async function readStrapi(context: SourceContext): Promise<readonly Draft[]> {
  // TypeScript is compiled to dist/config, which paths count from.
  const found = await firstScript(context, STRAPI, (path) => (path.endsWith('.ts') ? `dist/${path}` : path));
  const value = at(found?.value, 'connection');
  if (!found || !isLiteralRecord(value) || at(value, 'client') === undefined) return [];
  return [knexDraft(value, { ...found.place, key: 'connection' })];
}

/** `config/database` of AdonisJS: the name of a connection, and all connections. */
export async function readAdonis(context: SourceContext): Promise<readonly Draft[]> {
  const found = await firstScript(context, ADONIS);
  const connections = at(found?.value, 'connections');
  const name = at(found?.value, 'connection');
  if (!found || !isLiteralRecord(connections)) return [];
  if (name instanceof Unknown) return [{ ...found.place, key: 'connection', engine: name }];
  const key = typeof name === 'string' ? name : (Object.keys(connections)[0] ?? '');
  const connection = at(connections, key);
  return connection === undefined
    ? []
    : [knexDraft(connection, { ...found.place, key: `connections.${key}` })];
}

/** A Knex configuration: a client, and a connection as an object or an address. */
export function knexDraft(config: Literal, place: Draft): Draft {
  const connection = at(config, 'connection');
  const engine = at(config, 'client');
  if (!isLiteralRecord(connection)) return { ...place, engine, address: connection };
  const draft = draftOf(connection, { ...place, engine });
  // An address beside fields wins in the driver, and is empty in templates.
  return draft.address instanceof Unknown && draft.database !== undefined
    ? { ...draft, address: undefined }
    : draft;
}

async function firstScript(
  { files, variables }: SourceContext,
  modules: readonly string[],
  compiled = (path: string) => path,
): Promise<{ readonly place: Draft; readonly value: Literal } | undefined> {
  for (const path of modules.flatMap((base) => EXTENSIONS.map((extension) => `${base}.${extension}`))) {
    const text = await files.read(path);
    if (text === undefined) continue;
    const script = await new ScriptLoader(files, variables).evaluate(compiled(path), text);
    return exportOf(script, path);
  }
  return undefined;
}

function exportOf({ exports }: Script, file: string) {
  const { default: exported } = exports;
  return { place: { file, line: exported?.line }, value: resultOf(exported?.value) };
}
