import { coreErrors } from '@molehill/core/errors';
import { nearest } from '@molehill/core/near';
import type { SymbolKind } from 'vscode-languageserver-types';

/** By their numbers in LSP, from 1. */
const names = [
  'file',
  'module',
  'namespace',
  'package',
  'class',
  'method',
  'property',
  'field',
  'constructor',
  'enum',
  'interface',
  'function',
  'variable',
  'constant',
  'string',
  'number',
  'boolean',
  'array',
  'object',
  'key',
  'null',
  'enumMember',
  'struct',
  'event',
  'operator',
  'typeParameter',
] as const;

export type SymbolKindName = (typeof names)[number];

export function kindName(kind: SymbolKind): SymbolKindName {
  return names[kind - 1] ?? 'variable';
}

/** Whether a symbol is of one of the kinds a caller asked for. E_INVALID_PARAMS for a name that is no kind. */
export function kindFilter(asked: readonly string[] | undefined): (kind: SymbolKind) => boolean {
  if (!asked || asked.length === 0) return () => true;
  const wanted = new Set(asked.map(knownKind));
  return (kind) => wanted.has(kindName(kind));
}

function knownKind(asked: string): SymbolKindName {
  const found = names.find((name) => name.toLowerCase() === asked.toLowerCase());
  if (found) return found;
  const near = nearest(asked, names);
  throw coreErrors.fail('E_INVALID_PARAMS', `"${asked.slice(0, 40)}" is no kind of symbol.`, {
    hint: near
      ? `Did you mean {param:kinds=["${near}"]}?`
      : `Use some of ${names.slice(1, 14).join(', ')} or enumMember.`,
  });
}
