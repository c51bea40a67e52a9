import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isRecord } from '@molehill/core/record';
import { type JsonObject, objectsIn, readJsonFile } from './json-file.ts';

/** A `launch.json`, `tasks.json` or the section of a `.code-workspace` file, and the folder it belongs to. */
export interface ConfigurationFile {
  readonly folder: string;
  readonly content: JsonObject;
}

interface WorkspaceFile {
  readonly folder: string;
  readonly content: JsonObject;
  /** Absolute paths by name. */
  readonly folders: readonly (readonly [name: string, path: string])[];
}

/** What the folders say about launching and tasks. Read anew each time: a person may edit the files. */
export class WorkspaceFiles {
  readonly folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  async read(section: 'launch' | 'tasks'): Promise<ConfigurationFile[]> {
    const files = await Promise.all(this.folders.map((folder) => this.#inFolder(folder, section)));
    const workspaces = await this.#workspaceFiles();
    const sections = workspaces.flatMap(({ folder, content }) => {
      const found = content[section];
      return isRecord(found) ? [{ folder, content: found }] : [];
    });
    return [...files.flat(), ...sections];
  }

  /** Names as `${workspaceFolder:name}` uses them. */
  async folderNames(): Promise<ReadonlyMap<string, string>> {
    const own = this.folders.map((folder) => [basename(folder), folder] as const);
    const named = (await this.#workspaceFiles()).flatMap(({ folders }) => folders);
    return new Map([...named, ...own]);
  }

  async #inFolder(folder: string, section: string): Promise<ConfigurationFile[]> {
    const content = await readJsonFile(join(folder, '.vscode', `${section}.json`));
    return content ? [{ folder, content }] : [];
  }

  async #workspaceFiles(): Promise<WorkspaceFile[]> {
    const found = await Promise.all(this.folders.map(workspaceFilesIn));
    const read = found.flat().map(async (path) => {
      const content = await readJsonFile(path);
      return content ? [workspaceFile(path, content)] : [];
    });
    return (await Promise.all(read)).flat();
  }
}

async function workspaceFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.code-workspace')).map((name) => join(folder, name));
}

function workspaceFile(path: string, content: JsonObject): WorkspaceFile {
  const folders = objectsIn(content.folders).flatMap(({ path: given, name }) => {
    if (typeof given !== 'string') return [];
    const folder = resolve(dirname(path), given);
    return [[typeof name === 'string' ? name : basename(folder), folder] as const];
  });
  return { folder: dirname(path), content, folders };
}
