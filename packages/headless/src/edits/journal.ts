import { existsSync, readdirSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder } from '@molehill/core/state/files';
import { type Step, stepsSchema } from './step.ts';

/**
 * What is needed to undo a change that was interrupted. The first line has the steps. Each further line is the index of the
 * last step that may have been begun, or `done` when only temporary files are left to be removed. The last complete line
 * is valid, so a line that was cut off by a crash does not matter.
 */
export class Journal {
  readonly #file: FileHandle;
  readonly path: string;
  readonly steps: readonly Step[];
  #isDone: boolean;
  #begun: number;

  private constructor(file: FileHandle, path: string, steps: readonly Step[], state: string) {
    this.#file = file;
    this.path = path;
    this.steps = steps;
    this.#isDone = state === DONE;
    this.#begun = Number(state);
  }

  /** On disk when it resolves. */
  static async create(folder: string, id: string, steps: readonly Step[]): Promise<Journal> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${id}${EXTENSION}`);
    const journal = new Journal(await open(path, 'ax', 0o600), path, steps, NOTHING);
    try {
      await journal.#append(JSON.stringify(steps));
      await flushFolder(folder);
      return journal;
    } catch (error) {
      await journal.remove();
      throw error;
    }
  }

  static existsIn(folder: string): boolean {
    return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(EXTENSION));
  }

  /** Journals of changes that were interrupted, the newest first. Sets a damaged one aside. */
  static async *interrupted(folder: string): AsyncGenerator<Journal> {
    const names = await readdir(folder).catch(() => []);
    const found = names.filter((name) => name.endsWith(EXTENSION)).sort();
    for (const name of found.reverse()) {
      const journal = await Journal.#read(join(folder, name));
      if (journal) yield journal;
    }
  }

  static async #read(path: string): Promise<Journal | undefined> {
    const complete = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    const [first, ...states] = complete.filter((line) => line !== '');
    // Nothing was changed before the steps were written.
    if (first === undefined) return void (await rm(path));
    const steps = stepsSchema.safeParse(parseJson(first));
    if (steps.success) return new Journal(await open(path, 'a'), path, steps.data, states.at(-1) ?? NOTHING);
    await rename(path, `${path}.damaged`);
    throw new Error(`The journal ${path} is damaged, and was renamed to ${path}.damaged`);
  }

  /** Index of the last step that may have been begun. */
  get begun(): number {
    return this.#begun;
  }

  async setBegun(index: number): Promise<void> {
    await this.#append(String(index));
    this.#begun = index;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  async markDone(): Promise<void> {
    await this.#append(DONE);
    this.#isDone = true;
  }

  async #append(line: string): Promise<void> {
    // Not at the end of a line that was cut off.
    await this.#file.appendFile(`\n${line}\n`);
    await this.#file.datasync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
  }
}

const EXTENSION = '.journal';
const DONE = 'done';
const NOTHING = '-1';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
