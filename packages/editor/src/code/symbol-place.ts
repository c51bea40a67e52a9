import { isMolehillError } from '@molehill/core/errors';
import type { Range, SymbolKind } from 'vscode-languageserver-types';
import type { EditorContext } from '../context.ts';
import { hashOf } from '../edits/text.ts';
import type { SymbolPlace } from '../generated/types.ts';
import type { FileRange } from '../language-host.ts';
import { declarationRange } from './declaration-text.ts';
import type { Declaration } from './declarations.ts';
import { contains, shownPosition, TextLines } from './position.ts';
import { openSource, type SourceFile } from './source-file.ts';
import { kindName } from './symbol-kind.ts';

/** A longer declaration is shown by its first line. */
const MOST_LINES = 60;
const LINE_CHARACTERS = 200;

interface Target extends FileRange {
  readonly name?: string;
  readonly kind?: SymbolKind;
}

/** Shows where symbols are declared, and reads each file once. */
export class SymbolPlaces {
  readonly #context: EditorContext;
  readonly #files = new Map<string, Promise<SourceFile | undefined>>();

  constructor(context: EditorContext, file: SourceFile) {
    this.#context = context;
    this.#files.set(file.path, Promise.resolve(file));
  }

  /** With the text of the declaration whose name is at the range. */
  async show({ path, range, name = '', kind }: Target): Promise<SymbolPlace> {
    const shown = this.#context.shown(path);
    const file = await this.#open(path);
    const declaration = file && declarationAt(file, range);
    if (file && declaration) return { ...described(file, declaration), path: shown };
    const text = file?.lines.line(range.start.line).trim().slice(0, LINE_CHARACTERS);
    const named = name || (file?.lines.slice(range) ?? '');
    return { name: named, kind: kind && kindName(kind), path: shown, ...shownPosition(range.start), text };
  }

  #open(path: string): Promise<SourceFile | undefined> {
    const opened = this.#files.get(path) ?? openForeign(path, this.#context);
    this.#files.set(path, opened);
    return opened;
  }
}

/** A file of a library may have no server, or be one that only the server can read. */
async function openForeign(path: string, context: EditorContext): Promise<SourceFile | undefined> {
  try {
    return await openSource(path, context);
  } catch (error) {
    if (!isMolehillError(error) || error.retryable) throw error;
    const text = await context.host.workspace.readText(path).catch(() => undefined);
    if (text === undefined) return undefined;
    return {
      path,
      shown: context.shown(path),
      language: undefined,
      lines: new TextLines(text),
      declarations: [],
    };
  }
}

function declarationAt({ declarations }: SourceFile, { start }: Range): Declaration | undefined {
  return declarations.findLast(({ selectionRange }) => contains(selectionRange, start));
}

function described({ lines }: SourceFile, declaration: Declaration): Omit<SymbolPlace, 'path'> {
  const range = declarationRange(lines, declaration);
  const text = lines.slice(range);
  const isLong = range.end.line - range.start.line >= MOST_LINES;
  return {
    name: declaration.names.join('.'),
    kind: kindName(declaration.kind),
    ...shownPosition(declaration.selectionRange.start),
    endLine: range.end.line + 1,
    text: isLong ? lines.line(declaration.selectionRange.start.line).trim().slice(0, LINE_CHARACTERS) : text,
    hash: hashOf(text),
  };
}
