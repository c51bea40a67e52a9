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
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  logLevel: 'warn',
});
