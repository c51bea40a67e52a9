import type { FileRange, FoundSymbol, HierarchyItem } from '@molehill/editor/language-host';
import * as vscode from 'vscode';
import type { Diagnostic, DocumentSymbol, Position, Range } from 'vscode-languageserver-types';
import { pathOf } from '../paths.ts';

export function positionOf({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(positionOf(start), positionOf(end));
}

export function lspRange({ start, end }: vscode.Range): Range {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}

/** VS Code counts kinds and severities from 0, LSP from 1. */
function lspNumber<T extends number>(value: number): T {
  return (value + 1) as T;
}

/** Places outside the file system are left out, and a place that is answered twice counts once. */
export function fileRanges(found: readonly (vscode.Location | vscode.LocationLink)[]): FileRange[] {
  const ranges = found.flatMap((one) => {
    const [uri, range] =
      'targetUri' in one
        ? [one.targetUri, one.targetSelectionRange ?? one.targetRange]
        : [one.uri, one.range];
    const path = pathOf(uri);
    return path === undefined ? [] : [{ path, range: lspRange(range) }];
  });
  return [...new Map(ranges.map((one) => [JSON.stringify(one), one])).values()];
}

/** A provider without hierarchical symbols answers a list, which is kept flat. */
export function documentSymbol(symbol: vscode.DocumentSymbol | vscode.SymbolInformation): DocumentSymbol {
  const { name } = symbol;
  const kind = lspNumber<DocumentSymbol['kind']>(symbol.kind);
  if (!('children' in symbol)) {
    const range = lspRange(symbol.location.range);
    return { name, kind, range, selectionRange: range, detail: symbol.containerName };
  }
  return {
    name,
    kind,
    range: lspRange(symbol.range),
    selectionRange: lspRange(symbol.selectionRange),
    ...(symbol.detail && { detail: symbol.detail }),
    children: symbol.children.map(documentSymbol),
  };
}

export function foundSymbol({
  name,
  kind,
  containerName,
  location,
}: vscode.SymbolInformation): FoundSymbol[] {
  const path = pathOf(location.uri);
  if (path === undefined) return [];
  const range = lspRange(location.range);
  return [{ name, kind: lspNumber(kind), path, range, ...(containerName && { container: containerName }) }];
}

export function hierarchyItem(item: vscode.CallHierarchyItem | vscode.TypeHierarchyItem): HierarchyItem[] {
  const path = pathOf(item.uri);
  if (path === undefined) return [];
  const { name, kind, detail } = item;
  return [
    {
      name,
      kind: lspNumber(kind),
      path,
      range: lspRange(item.range),
      selectionRange: lspRange(item.selectionRange),
      native: item,
      ...(detail && { detail }),
    },
  ];
}

export function lspDiagnostic({ message, severity, source, code, range }: vscode.Diagnostic): Diagnostic {
  const plain = typeof code === 'object' ? code.value : code;
  return {
    range: lspRange(range),
    message,
    severity: lspNumber(severity),
    ...(source && { source }),
    ...(plain !== undefined && { code: plain }),
  };
}

export function hoverText(hovers: readonly vscode.Hover[]): string | undefined {
  const parts = hovers.flatMap(({ contents }) => contents).map(markdown);
  const text = parts.filter(Boolean).join('\n\n').trim();
  return text === '' ? undefined : text;
}

function markdown(part: vscode.Hover['contents'][number]): string {
  if (typeof part === 'string') return part;
  return 'language' in part ? `\`\`\`${part.language}\n${part.value}\n\`\`\`` : part.value;
}
