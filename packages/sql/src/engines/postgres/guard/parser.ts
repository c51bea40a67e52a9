import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { isRecord } from '@molehill/core/record';
import type { PgQueryModule } from 'libpg-query/wasm/libpg-query.js';

export type Parsed =
  | { readonly statements: readonly unknown[] }
  | { readonly error: string; readonly position?: number };

/** WASM memory never shrinks, so a parser that has grown beyond this is replaced. It starts with 128 MB, most of it untouched. */
const MOST_MEMORY = 256 * 1024 * 1024;

let parser: Promise<PgQueryModule> | undefined;

/** PostgreSQL's own parser, loaded on first use. */
export async function parse(sql: string): Promise<Parsed> {
  const module = await startedParser();
  try {
    return parseWith(module, sql);
  } catch {
    // After a trap, usually a stack overflow, the state of the module is undefined.
    parser = undefined;
    return { error: 'the statement is nested too deeply' };
  } finally {
    if (module.HEAPU8.length > MOST_MEMORY) parser = undefined;
  }
}

function startedParser(): Promise<PgQueryModule> {
  parser ??= startParser().catch((error: unknown) => {
    parser = undefined;
    throw error;
  });
  return parser;
}

/**
 * The grammar is one large function: optimising it takes a second of CPU time and half a gigabyte of memory, and saves
 * microseconds per statement.
 */
const NEVER_OPTIMISE_WASM = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'];

async function startParser(): Promise<PgQueryModule> {
  for (const flag of NEVER_OPTIMISE_WASM) setFlagsFromString(flag);
  const { default: createPgQuery } = await import('libpg-query/wasm/libpg-query.js');
  return createPgQuery({ locateFile: wasmFile });
}

/** Next to the bundle, or in the package when there is no bundle. */
function wasmFile(): string {
  const beside = fileURLToPath(new URL('libpg-query.wasm', import.meta.url));
  if (existsSync(beside)) return beside;
  return createRequire(import.meta.url).resolve('libpg-query/wasm/libpg-query.wasm');
}

function parseWith(module: PgQueryModule, sql: string): Parsed {
  const bytes = module.lengthBytesUTF8(sql) + 1;
  const text = module._malloc(bytes);
  module.stringToUTF8(sql, text, bytes);
  const result = module._wasm_parse_query_raw(text);
  try {
    return readResult(module, result);
  } finally {
    module._wasm_free_parse_result(result);
    module._free(text);
  }
}

/** In the struct of an error: four fields of four bytes come before it. */
const CURSOR_POSITION = 16;

/** The result is three pointers: the tree as JSON, the stderr output, the error. */
function readResult(module: PgQueryModule, result: number): Parsed {
  const error = module.getValue(result + 8, 'i32');
  if (error !== 0) {
    const message = module.UTF8ToString(module.getValue(error, 'i32'));
    return { error: message, position: module.getValue(error + CURSOR_POSITION, 'i32') };
  }
  const tree: unknown = JSON.parse(module.UTF8ToString(module.getValue(result, 'i32')));
  return { statements: statementsOf(tree) };
}

function statementsOf(tree: unknown): readonly unknown[] {
  const statements = isRecord(tree) ? tree.stmts : undefined;
  if (!Array.isArray(statements)) throw new Error('the parser returned no list of statements');
  return statements.map((raw: unknown) => (isRecord(raw) ? raw.stmt : undefined));
}
