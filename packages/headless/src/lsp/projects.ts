import { dirname, sep } from 'node:path';
import { readTextFile } from '../text-file.ts';
import type { Documents } from './documents.ts';
import type { FileChange, FileTree } from './file-tree.ts';
import { isWanted, LooseFiles, type Wanted } from './loose-files.ts';

/** The configuration file of a source file, or an empty text. */
export type ProjectOf = (path: string) => Promise<string>;

/** Built files are loaded where a project includes them, never by themselves. */
const BUILT = new Set(['dist', 'build', 'out', 'coverage', 'target', 'vendor']);
const MOST_PROJECTS = 100;
const REQUESTS_AT_ONCE = 50;

export interface ProjectsOptions {
  readonly folder: string;
  readonly tree: FileTree;
  readonly documents: Documents;
  readonly isSource: (path: string) => boolean;
  readonly isConfiguration: (path: string) => boolean;
  readonly projectOf: ProjectOf;
}

/**
 * Makes a server that knows only the projects of open files load all projects of a folder, by opening a file of each.
 * Files of no project are opened where they matter to the request.
 */
export class Projects {
  readonly #options: ProjectsOptions;
  /** The project of each source file; empty for none. */
  readonly #known = new Map<string, string>();
  /** An open file of each project. */
  readonly #anchors = new Map<string, string>();
  #projects: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #loose: LooseFiles;
  #isCurrent = false;

  constructor(options: ProjectsOptions) {
    this.#options = options;
    this.#loose = new LooseFiles(options.documents);
  }

  onChanges(changes: readonly FileChange[]): void {
    const { isConfiguration } = this.#options;
    if (changes.some(({ path }) => isConfiguration(path))) this.#known.clear();
    if (changes.some(({ path, kind }) => kind !== 'changed' || isConfiguration(path)))
      this.#isCurrent = false;
    for (const { path, kind } of changes) {
      if (kind === 'deleted') this.#known.delete(path);
      this.#loose.changed(path);
    }
  }

  async load(wanted: Wanted | undefined, signal: AbortSignal): Promise<void> {
    if (!this.#isCurrent) await this.#learn(signal);
    if (this.#projects.size > MOST_PROJECTS && wanted) await this.#openWanted(wanted);
    if (wanted) await this.#loose.open(wanted);
  }

  async #learn(signal: AbortSignal): Promise<void> {
    this.#isCurrent = true;
    try {
      await this.#askForAll(signal);
      const projects = this.#filesByProject();
      this.#loose.set(projects.get('') ?? []);
      projects.delete('');
      this.#projects = projects;
      for (const [project, files] of projects) await this.#anchor(project, files);
      this.#closeOthers();
    } catch (error) {
      this.#isCurrent = false;
      throw error;
    }
  }

  /** First one file of each folder with a configuration: the server keeps a project only while a file of it is open. */
  async #askForAll(signal: AbortSignal): Promise<void> {
    const { tree, isSource, isConfiguration, folder } = this.#options;
    const paths = [...tree.paths()];
    const unknown = paths.filter(
      (path) => isSource(path) && !this.#known.has(path) && !isBuilt(path.slice(folder.length)),
    );
    if (unknown.length === 0) return;
    const folders = new Set(paths.filter(isConfiguration).map((path) => dirname(path)));
    const first = new Map(unknown.toReversed().map((path) => [nearest(path, folders, folder), path]));
    for (const path of first.values()) await this.#ask(path);
    const others = unknown.filter((path) => !this.#known.has(path));
    for (let at = 0; at < others.length; at += REQUESTS_AT_ONCE) {
      signal.throwIfAborted();
      await Promise.all(others.slice(at, at + REQUESTS_AT_ONCE).map((path) => this.#ask(path)));
    }
  }

  async #ask(path: string): Promise<void> {
    const project = await this.#options.projectOf(path);
    this.#known.set(path, project);
    if (project !== '' && !this.#anchors.has(project)) await this.#anchor(project, [path]);
  }

  #filesByProject(): Map<string, string[]> {
    const projects = new Map<string, string[]>();
    for (const [path, project] of this.#known) {
      const files = projects.get(project);
      if (files) files.push(path);
      else projects.set(project, [path]);
    }
    return projects;
  }

  async #anchor(project: string, files: readonly string[]): Promise<void> {
    const { documents } = this.#options;
    const old = this.#anchors.get(project);
    if (old !== undefined && this.#known.get(old) === project && documents.isOpen(old)) return;
    const [path] = files;
    if (path === undefined || (old === undefined && this.#anchors.size >= MOST_PROJECTS)) return;
    this.#anchors.set(project, path);
    await documents.open(path, { isPinned: true });
  }

  #closeOthers(): void {
    for (const [project, path] of this.#anchors) {
      if (this.#projects.has(project)) continue;
      this.#anchors.delete(project);
      this.#options.documents.close(path);
    }
  }

  /** Of too many projects, only those that matter are loaded, beside the first. */
  async #openWanted(wanted: Wanted): Promise<void> {
    for (const [project, files] of this.#projects) {
      if (this.#anchors.has(project)) continue;
      const path = await firstWanted(files, wanted);
      if (path !== undefined) await this.#options.documents.open(path);
    }
  }
}

async function firstWanted(files: readonly string[], wanted: Wanted): Promise<string | undefined> {
  for (const path of files) if (isWanted(path, await readTextFile(path).catch(() => ''), wanted)) return path;
  return undefined;
}

function isBuilt(path: string): boolean {
  return path.split(sep).some((part) => BUILT.has(part));
}

function nearest(path: string, folders: ReadonlySet<string>, root: string): string {
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === dirname(folder)) break;
  }
  return '';
}
