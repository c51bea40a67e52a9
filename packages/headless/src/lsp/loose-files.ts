import { isInside } from '@molehill/core/files/inside';
import { editorErrors } from '@molehill/editor/errors';
import { readTextFile } from '../text-file.ts';
import type { Documents } from './documents.ts';

/** Which files of no project matter to a request. */
export interface Wanted {
  /** They contain one of these. */
  readonly names: readonly string[];
  /** Or they are one of these files, or below one of these folders. */
  readonly paths?: readonly string[];
}

const MOST_OPEN = 200;
const MOST_KEPT_CHARACTERS = 8 * 1024 * 1024;

/** Source files that no project includes. The server knows them while they are open. */
export class LooseFiles {
  readonly #documents: Documents;
  #paths: readonly string[] = [];
  /** Kept, because each request searches all of them. */
  readonly #texts = new Map<string, string>();
  #keptCharacters = 0;
  #open: readonly string[] = [];

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  set(paths: readonly string[]): void {
    this.#paths = paths;
    this.#texts.clear();
    this.#keptCharacters = 0;
  }

  changed(path: string): void {
    this.#keptCharacters -= this.#texts.get(path)?.length ?? 0;
    this.#texts.delete(path);
  }

  /** E_LANGUAGE_SERVER where they are too many. */
  async open(wanted: Wanted): Promise<void> {
    const found: string[] = [];
    for (const path of this.#paths) if (isWanted(path, await this.#text(path), wanted)) found.push(path);
    if (found.length > MOST_OPEN) throw tooMany(found.length, wanted);
    for (const path of this.#open) this.#documents.unpin(path);
    this.#open = found;
    for (const path of found) await this.#documents.open(path, { isPinned: true });
  }

  async #text(path: string): Promise<string> {
    const kept = this.#texts.get(path);
    if (kept !== undefined) return kept;
    const text = await readTextFile(path).catch(() => '');
    if (this.#keptCharacters + text.length > MOST_KEPT_CHARACTERS) return text;
    this.#texts.set(path, text);
    this.#keptCharacters += text.length;
    return text;
  }
}

export function isWanted(path: string, text: string, { names, paths = [] }: Wanted): boolean {
  return names.some((name) => text.includes(name)) || paths.some((one) => isInside(one, path));
}

function tooMany(count: number, { names }: Wanted) {
  const message = `${count} files that belong to no project contain ${names.join(' or ')}; at most ${MOST_OPEN} can be searched.`;
  const hint = 'Add a configuration file of the language that includes them, then call again.';
  return editorErrors.fail('E_LANGUAGE_SERVER', message, { hint });
}
