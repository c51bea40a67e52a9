import { isMolehillError } from '@molehill/core/errors';
import type { FileDiagnostics, LanguageContext, LanguageHost } from '@molehill/editor/language-host';
import type { Diagnostic } from 'vscode-languageserver-types';
import type { LspClient } from './client.ts';
import type { LspClients } from './clients.ts';
import { uriOf } from './documents.ts';

interface Checked {
  /** Absent where the server has said nothing about the file. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly settled: boolean;
}

/** Servers answer about as many files at a time as they have threads. */
const FILES_AT_ONCE = 8;

export function diagnostics(clients: LspClients): Pick<LanguageHost, 'diagnostics'> {
  return {
    diagnostics: async (paths, { waitMs }, context) => {
      const deadline = performance.now() + waitMs;
      const files: FileDiagnostics[] = [];
      let settled = true;
      const check = async (path: string) => {
        const left = Math.max(0, Math.ceil(deadline - performance.now()));
        const checked = await clients.use(path, context, async (client) => {
          await client.prepare(path, context);
          return await currentDiagnostics(client, path, left, context);
        });
        // An empty list would make what is found later look new.
        if (checked.diagnostics) files.push({ path, diagnostics: checked.diagnostics });
        settled &&= checked.settled;
      };
      for (let at = 0; at < paths.length; at += FILES_AT_ONCE)
        await Promise.all(paths.slice(at, at + FILES_AT_ONCE).map(check));
      return { files: files.toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path)), settled };
    },
  };
}

/** Of a file that is open. Not settled where the server had not finished after `waitMs`. */
export async function currentDiagnostics(
  client: LspClient,
  path: string,
  waitMs: number,
  context: LanguageContext,
): Promise<Checked> {
  const limit = AbortSignal.timeout(waitMs);
  const signal = AbortSignal.any([context.signal, limit]);
  if (client.supports('textDocument/diagnostic')) {
    try {
      const params = { textDocument: { uri: uriOf(path) } };
      const report = await client.request('textDocument/diagnostic', params, { signal });
      // gopls leaves `kind` empty.
      const found = 'items' in report ? report.items : [];
      return { diagnostics: found, settled: client.readiness.isReady };
    } catch (error) {
      if (limit.aborted && !context.signal.aborted && !isMolehillError(error)) return { settled: false };
      throw error;
    }
  }
  const uri = uriOf(path);
  client.documents.resend(path);
  const settled = await client.published.wait(uri, client.documents.versionOf(path), signal);
  context.signal.throwIfAborted();
  const found = client.published.get(uri)?.diagnostics ?? (settled ? [] : undefined);
  return { ...(found && { diagnostics: found }), settled };
}
