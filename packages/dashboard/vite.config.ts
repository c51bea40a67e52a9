import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';

const LEFT_OUT = '\0left-out-of-mermaid';
const NEEDED = /\/(?:erDiagram|elk)-/;

/** Mermaid loads each kind of diagram and layout when it meets one; of those, the page has use for one each. */
function erDiagramsOnly(): Plugin {
  const kept = new Set<string>();
  return {
    name: 'er-diagrams-only',
    enforce: 'pre',
    resolveDynamicImport(specifier, importer) {
      if (typeof specifier !== 'string' || !importer?.includes('/node_modules/mermaid/')) return null;
      if (!NEEDED.test(specifier)) return LEFT_OUT;
      kept.add(specifier);
      return null;
    },
    load: (id) => (id === LEFT_OUT ? 'throw new Error("This page draws ER diagrams only.");' : null),
    buildEnd(error) {
      if (!error && kept.size !== 2) this.error(`Mermaid is laid out differently now; found ${[...kept]}`);
    },
  };
}

/** Nothing inline in the built page: it is served under a policy that allows files of its own origin only. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [preact(), erDiagramsOnly()],
  build: {
    outDir: fileURLToPath(new URL('../cli/dist/page', import.meta.url)),
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_600,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox125', 'safari17.5'],
  },
});
