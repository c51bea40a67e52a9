import type { Call, LanguageContext, LanguageHost } from '@molehill/editor/language-host';
import type * as vscode from 'vscode';
import { hierarchyItem, lspRange, positionOf } from './convert.ts';
import { ask, askProject, prepare } from './ready.ts';

type Hierarchies = Pick<LanguageHost, 'callHierarchy' | 'calls' | 'typeHierarchy' | 'types'>;
type Items = readonly (vscode.CallHierarchyItem | vscode.TypeHierarchyItem)[];

export function hierarchies(): Hierarchies {
  return {
    callHierarchy: async ({ path, position }, context) => {
      const { uri } = await prepare(path, context);
      const items = await ask<Items>(context, 'vscode.prepareCallHierarchy', uri, positionOf(position));
      return (items ?? []).flatMap(hierarchyItem);
    },
    typeHierarchy: async ({ path, position }, context) => {
      const { uri } = await prepare(path, context);
      const items = await ask<Items>(context, 'vscode.prepareTypeHierarchy', uri, positionOf(position));
      return (items ?? []).flatMap(hierarchyItem);
    },
    calls: async ({ path, name, native }, direction, context) => {
      const document = await prepare(path, context);
      const question = () => (direction === 'incoming' ? incoming : outgoing)(native, context);
      return await askProject(document, [name], context, question);
    },
    types: async ({ path, name, native }, direction, context) => {
      const document = await prepare(path, context);
      const command = direction === 'supertypes' ? 'vscode.provideSupertypes' : 'vscode.provideSubtypes';
      const question = async () =>
        ((await ask<Items>(context, command, native)) ?? []).flatMap(hierarchyItem);
      return await askProject(document, [name], context, question);
    },
  };
}

async function incoming(item: unknown, context: LanguageContext): Promise<Call[]> {
  type Found = readonly vscode.CallHierarchyIncomingCall[];
  const found = (await ask<Found>(context, 'vscode.provideIncomingCalls', item)) ?? [];
  return found.flatMap(({ from, fromRanges }) => callsOf(from, fromRanges));
}

async function outgoing(item: unknown, context: LanguageContext): Promise<Call[]> {
  type Found = readonly vscode.CallHierarchyOutgoingCall[];
  const found = (await ask<Found>(context, 'vscode.provideOutgoingCalls', item)) ?? [];
  return found.flatMap(({ to, fromRanges }) => callsOf(to, fromRanges));
}

function callsOf(item: vscode.CallHierarchyItem, ranges: readonly vscode.Range[]): Call[] {
  return hierarchyItem(item).map((found) => ({ item: found, ranges: ranges.map(lspRange) }));
}
