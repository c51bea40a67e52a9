import { defineConfig, type UserConfig } from 'tsdown';

/** Native code cannot be bundled: npm installs it beside the package. */
const native = [/^@photostructure\/sqlite$/, /^@napi-rs\/keyring$/, /\.node$/, /^cpu-features$/];

interface Contents {
  readonly entry?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
}

/** What the SQL server needs beside its code. */
const sql: Contents = {
  entry: { 'sqlite-child': '../sql/src/engines/sqlite/child.ts' },
  files: ['../../node_modules/libpg-query/wasm/libpg-query.wasm'],
};

/** One published package: everything in it but native code, loaded piece by piece as commands need it. */
function program(folder: string, main: string, { entry = {}, files = [] }: Contents = {}): UserConfig {
  return {
    cwd: folder,
    entry: { [main]: `src/${main}.ts`, ...entry },
    copy: files.map((from) => ({ from, to: 'dist' })),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    outDir: 'dist',
    clean: ['dist/*.mjs'],
    minify: true,
    dts: false,
    // The PostgreSQL parser looks for its own folder in the manner of CommonJS.
    shims: true,
    // Its main file hides what it requires from a bundler, and the result would look for those files at run time.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    deps: {
      neverBundle: [...native, 'vscode'],
      alwaysBundle: [/^(?!vscode$|@photostructure\/sqlite$|@napi-rs\/keyring$|cpu-features$).*/],
      onlyBundle: false,
    },
    logLevel: 'warn',
  };
}

/** The VS Code extension: one file, beside which only SQLite's process and the PostgreSQL parser stand. */
function extension(folder: string): UserConfig[] {
  const { entry: children = {}, files = [] } = sql;
  const main = program(folder, 'extension', { files });
  const child = { ...main, entry: { ...children }, copy: [], clean: false };
  return [{ ...main, outputOptions: { codeSplitting: false } }, child];
}

export default defineConfig([
  program('packages/cli', 'start', sql),
  program('packages/sql', 'main', sql),
  program('packages/elasticsearch', 'main'),
  ...extension('packages/vscode'),
]);
