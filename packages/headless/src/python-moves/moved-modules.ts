import { dirname, join, relative, sep } from 'node:path';
import { isInside } from '@molehill/core/files/inside';
import { editorErrors } from '@molehill/editor/errors';
import type { FileMove } from '@molehill/editor/language-host';
import { importableParts, type ModuleTree } from './module-tree.ts';
import { moduleOf, pathAfterMoves } from './moved-paths.ts';

/** A module as an import found it. */
export interface FoundModule {
  readonly module: string;
  readonly root: string;
}

/** The modules before and after the moves, and the names of those after. */
export class MovedModules {
  readonly before: ModuleTree;
  readonly after: ModuleTree;
  readonly #moves: readonly FileMove[];

  constructor(before: ModuleTree, after: ModuleTree, moves: readonly FileMove[]) {
    this.before = before;
    this.after = after;
    this.#moves = moves;
  }

  fileAfter(file: string): string {
    return pathAfterMoves(file, this.#moves);
  }

  moduleAfter(module: string): string {
    const file = this.before.fileOf(module);
    return file === undefined ? pathAfterMoves(module, this.#moves) : moduleOf(this.fileAfter(file));
  }

  /** Whether neither the module nor the file that imports it moves. */
  isSame(module: string, importer: string): boolean {
    return this.moduleAfter(module) === module && this.fileAfter(importer) === importer;
  }

  /** The names of a module for an absolute import in a file. E_INVALID_PATH where it has none. */
  absoluteParts({ module, root }: FoundModule, importer: string): readonly string[] {
    const [to, file] = [this.moduleAfter(module), this.fileAfter(importer)];
    const same = pathAfterMoves(root, this.#moves);
    const visible = this.after.visibleRoots(file);
    const entered = this.after.configuredRootOf(to);
    const isEntered = entered !== undefined && isInside(same, entered) && !isInside(entered, module);
    const roots = [...(isEntered ? [entered] : []), same, this.after.rootOf(to), ...visible];
    for (const candidate of roots) {
      const parts = visible.includes(candidate) ? importableParts(candidate, to) : undefined;
      if (parts) return parts;
    }
    throw notImportable(to, importer);
  }

  /** The text of a relative import in a file; undefined where the module is in another package after the moves. */
  relativeText(module: string, importer: string): string | undefined {
    const file = this.fileAfter(importer);
    const root = this.after.rootOf(moduleOf(file));
    const [top] = importableParts(root, moduleOf(file)) ?? [];
    if (top === undefined || !importableParts(root, module)) return undefined;
    const folder = join(root, top);
    if (!isInside(folder, dirname(file)) || !isInside(folder, module)) return undefined;
    const steps = relative(dirname(file), module).split(sep);
    const names = steps.filter((step) => step !== '..' && step !== '');
    return `${'.'.repeat(steps.length - names.length + (steps[0] === '' ? 0 : 1))}${names.join('.')}`;
  }
}

function notImportable(module: string, importer: string) {
  const message = `${importer} imports a module that would be at ${module}, which is not a name that Python can import. Nothing was changed.`;
  const hint = 'Choose a target whose folders and file are named with letters, digits and underscores.';
  return editorErrors.fail('E_INVALID_PATH', message, { hint });
}
