import { basename, dirname, extname } from 'node:path';
import { isMolehillError } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type {
  FilePosition,
  FileRange,
  FoundSymbol,
  FoundSymbols,
  LanguageContext,
  LanguageHost,
} from '@molehill/editor/language-host';
import type { LspClient } from './client.ts';
import type { LspClients } from './clients.ts';
import { documentSymbolsOf, foundSymbolOf, hoverText, rangesOf, textPosition } from './convert.ts';
import { uriOf } from './documents.ts';
import { languageSamples } from './language-samples.ts';
import type { Wanted } from './loose-files.ts';
import { nameAt } from './name-at.ts';

type Navigation = Pick<
  LanguageHost,
  'documentSymbols' | 'workspaceSymbols' | 'hover' | 'signatures' | 'locations' | 'references'
>;

const methods = {
  definition: 'textDocument/definition',
  typeDefinition: 'textDocument/typeDefinition',
  implementation: 'textDocument/implementation',
} as const;

export function navigation(clients: LspClients): Navigation {
  /** With the file open and up to date. */
  const on = <T>(path: string, context: LanguageContext, ask: (client: LspClient) => Promise<T>) =>
    clients.use(path, context, async (client) => {
      await client.prepare(path, context);
      return await ask(client);
    });
  return {
    documentSymbols: (path, context) =>
      on(path, context, async (client) => {
        const params = { textDocument: { uri: uriOf(path) } };
        return documentSymbolsOf(await client.request('textDocument/documentSymbol', params, context));
      }),
    hover: (at, context) =>
      on(at.path, context, async (client) =>
        hoverText(await client.request('textDocument/hover', textPosition(at), context)),
      ),
    signatures: (at, context) =>
      on(at.path, context, async (client) => {
        const help = await client.request('textDocument/signatureHelp', textPosition(at), context);
        return help?.signatures.map(({ label }) => label) ?? [];
      }),
    locations: (kind, at, context) =>
      on(at.path, context, async (client) => {
        // A declaration is found with its file alone; implementations may be anywhere.
        if (kind === 'implementation') await client.loadProject(await wantedAround(at), context);
        return distinct(rangesOf(await client.request(methods[kind], textPosition(at), context)));
      }),
    references: (at, { includeDeclaration }, context) =>
      on(at.path, context, async (client) => {
        await client.loadProject(await wantedAround(at), context);
        const params = { ...textPosition(at), context: { includeDeclaration } };
        return distinct(rangesOf(await client.request('textDocument/references', params, context)));
      }),
    workspaceSymbols: async (query, context) => {
      const ask = async (client: LspClient) => {
        await client.synchronise();
        await client.loadProject(query === '' ? undefined : { names: [query] }, context);
        const found = await client.request('workspace/symbol', { query }, context);
        return (found ?? []).flatMap(foundSymbolOf);
      };
      const samples = samplesOf(clients);
      const answers = await Promise.allSettled(samples.map((sample) => clients.use(sample, context, ask)));
      context.signal.throwIfAborted();
      return answered(
        samples.map((sample) => clients.specFor(sample)?.name ?? sample),
        answers,
      );
    },
  };
}

/** A file of each language of the workspace, which starts its server. */
function samplesOf(clients: LspClients): string[] {
  const samples = clients.folders.flatMap((folder) => [
    ...languageSamples(folder, (name) => clients.specFor(name)?.name).values(),
  ]);
  if (samples.length > 0) return samples;
  const message = 'The workspace has no file of a language that has a language server.';
  throw editorErrors.fail('E_NO_LANGUAGE_SERVER', message, { hint: 'Search the text of the files.' });
}

/** What the servers found that could answer; the failure where none could. */
function answered(
  servers: readonly string[],
  answers: readonly PromiseSettledResult<readonly FoundSymbol[]>[],
): FoundSymbols {
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const unsearched = answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return [];
    if (found.length === 0 || !isMolehillError(answer.reason)) throw answer.reason;
    const { message, hint } = answer.reason;
    return [{ server: servers[index] ?? '', reason: `${message} ${hint}` }];
  });
  return { symbols: found.flat(), unsearched };
}

/** A default import has a name of its own; the file that has it names the imported one. */
async function wantedAround(at: FilePosition): Promise<Wanted | undefined> {
  const found = await nameAt(at);
  return found && { names: [found.name, moduleName(at.path)] };
}

/** What an import of the file contains: `index.ts` is imported by the name of its folder. */
export function moduleName(path: string): string {
  const [stem = ''] = basename(path, extname(path)).split('.');
  return stem === 'index' || stem === '__init__' ? basename(dirname(path)) : stem;
}

/** Servers answer a place once for each project that contains it. */
function distinct(ranges: readonly FileRange[]): FileRange[] {
  const byKey = new Map(
    ranges.map((one) => {
      const { start, end } = one.range;
      return [`${one.path}\0${start.line}:${start.character}-${end.line}:${end.character}`, one];
    }),
  );
  return [...byKey.values()];
}
