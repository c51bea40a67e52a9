import { editorErrors } from '@molehill/editor/errors';
import type { Call, HierarchyItem, LanguageContext, LanguageHost } from '@molehill/editor/language-host';
import type { CallHierarchyItem, TypeHierarchyItem } from 'vscode-languageserver-protocol';
import type { LspClient } from './client.ts';
import type { LspClients } from './clients.ts';
import { hierarchyItemsOf, NativeItem, textPosition } from './convert.ts';

type Hierarchies = Pick<LanguageHost, 'callHierarchy' | 'calls' | 'typeHierarchy' | 'types'>;

export function hierarchies(clients: LspClients): Hierarchies {
  return {
    callHierarchy: (at, context) =>
      clients.use(at.path, context, async (client) => {
        await client.prepare(at.path, context);
        const items = await client.request('textDocument/prepareCallHierarchy', textPosition(at), context);
        return hierarchyItemsOf(items, at.path);
      }),
    typeHierarchy: (at, context) =>
      clients.use(at.path, context, async (client) => {
        await client.prepare(at.path, context);
        const items = await client.request('textDocument/prepareTypeHierarchy', textPosition(at), context);
        return hierarchyItemsOf(items, at.path);
      }),
    calls: async (item, direction, context) => {
      const native = nativeOf<CallHierarchyItem>(item);
      return await clients.use(native.origin, context, async (client) => {
        await client.prepare(native.origin, context);
        await client.loadProject({ names: [item.name] }, context);
        return await (direction === 'incoming' ? incoming : outgoing)(client, native, context);
      });
    },
    types: async (item, direction, context) => {
      const { item: native, origin } = nativeOf<TypeHierarchyItem>(item);
      return await clients.use(origin, context, async (client) => {
        await client.prepare(origin, context);
        await client.loadProject({ names: [item.name] }, context);
        const method = direction === 'supertypes' ? 'typeHierarchy/supertypes' : 'typeHierarchy/subtypes';
        return hierarchyItemsOf(await client.request(method, { item: native }, context), origin);
      });
    },
  };
}

async function incoming(
  client: LspClient,
  { item, origin }: NativeItem<CallHierarchyItem>,
  context: LanguageContext,
): Promise<Call[]> {
  const calls = (await client.request('callHierarchy/incomingCalls', { item }, context)) ?? [];
  return calls.flatMap(({ from, fromRanges }) =>
    hierarchyItemsOf([from], origin).map((found) => ({ item: found, ranges: fromRanges })),
  );
}

async function outgoing(
  client: LspClient,
  { item, origin }: NativeItem<CallHierarchyItem>,
  context: LanguageContext,
): Promise<Call[]> {
  const calls = (await client.request('callHierarchy/outgoingCalls', { item }, context)) ?? [];
  return calls.flatMap(({ to, fromRanges }) =>
    hierarchyItemsOf([to], origin).map((found) => ({ item: found, ranges: fromRanges })),
  );
}

function nativeOf<Item>({ native, name }: HierarchyItem): NativeItem<Item> {
  if (native instanceof NativeItem) return native;
  throw editorErrors.fail('E_LANGUAGE_SERVER', `${name} is not an item of a language server.`);
}
