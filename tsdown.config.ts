import { defineConfig } from 'tsdown';

export default defineConfig({
  cwd: 'packages/cli',
  entry: ['src/start.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
  clean: ['dist/*.mjs'],
  minify: true,
  dts: false,
  // Its main file hides what it requires from a bundler, and the result would look for those files at run time.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  logLevel: 'warn',
});
