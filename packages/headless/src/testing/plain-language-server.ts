import { ContentLengthFraming } from '@molehill/core/framing';

/** A language server that can only list the symbols of a file, and lists none. */
const framing = new ContentLengthFraming(1_000_000, { onFrame: answer, onOversized: () => {} });
const results: Readonly<Record<string, unknown>> = {
  initialize: { capabilities: { documentSymbolProvider: true } },
  'textDocument/documentSymbol': [],
};

function answer(text: string): void {
  const { id, method } = JSON.parse(text) as { readonly id?: number; readonly method: string };
  if (method === 'exit') process.exit(0);
  if (id === undefined) return;
  process.stdout.write(
    framing.encode(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? null })),
  );
}

process.stdin.on('data', (chunk: Buffer) => framing.push(chunk));
