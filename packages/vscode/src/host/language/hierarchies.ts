import type { LanguageHost } from '@molehill/editor/language-host';
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
      if (direction === 'incoming') {
        type Found = readonly vscode.CallHierarchyIncomingCall[];
        const question = () => ask<Found>(context, 'vscode.provideIncomingCalls', native);
        return ((await askProject(document, [name], context, question)) ?? []).flatMap(
          ({ from, fromRanges }) =>
            hierarchyItem(from).map((item) => ({ item, ranges: fromRanges.map(lspRange) })),
        );
      }
      type Found = readonly vscode.CallHierarchyOutgoingCall[];
      const found = (await ask<Found>(context, 'vscode.provideOutgoingCalls', native)) ?? [];
      return found.flatMap(({ to, fromRanges }) =>
        hierarchyItem(to).map((item) => ({ item, ranges: fromRanges.map(lspRange) })),
      );
    },
    types: async ({ path, name, native }, direction, context) => {
      const document = await prepare(path, context);
      const command = direction === 'supertypes' ? 'vscode.provideSupertypes' : 'vscode.provideSubtypes';
      const question = () => ask<Items>(context, command, native);
      return ((await askProject(document, [name], context, question)) ?? []).flatMap(hierarchyItem);
    },
  };
}
