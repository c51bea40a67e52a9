import { dirname, sep } from 'node:path';
import { editorErrors } from '@molehill/editor/errors';
import { type Documents, uriOf } from './documents.ts';
import type { FileChange, FileTree } from './file-tree.ts';
import { readTextFile } from './text-file.ts';

/** The configuration file of a source file, or an empty text. */
export type ProjectOf = (path: string) => Promise<string>;

/** Built files are loaded where a project includes them, never by themselves. */
const BUILT = new Set(['dist', 'build', 'out', 'coverage', 'target', 'vendor']);
const MOST_PROJECTS = 100;
const MOST_LOOSE_FILES = 200;
const REQUESTS_AT_ONCE = 50;

/**
 * Makes a server that knows only the projects of open files load all projects of a folder, by opening a file of each.
 * Files of no project are opened where they contain the name in question.
 */
export class Projects {
  readonly #tree: FileTree;
  readonly #documents: Documents;
  readonly #isSource: (path: string) => boolean;
  readonly #isConfiguration: (path: string) => boolean;
  readonly #projectOf: ProjectOf;
  readonly #folder: string;
  readonly #known = new Map<string, string>();
  readonly #anchors = new Map<string, string>();
  #loose: readonly string[] = [];

  constructor(options: {
    readonly folder: string;
    readonly tree: FileTree;
    readonly documents: Documents;
    readonly isSource: (path: string) => boolean;
    readonly isConfiguration: (path: string) => boolean;
    readonly projectOf: ProjectOf;
  }) {
    this.#folder = options.folder;
    this.#tree = options.tree;
    this.#documents = options.documents;
    this.#isSource = options.isSource;
    this.#isConfiguration = options.isConfiguration;
    this.#projectOf = options.projectOf;
  }

  onChanges(changes: readonly FileChange[]): void {
    if (changes.some(({ path }) => this.#isConfiguration(path))) this.#known.clear();
    for (const { path, kind } of changes) if (kind === 'deleted') this.#known.delete(path);
  }

  /** `names`: a file that matters contains one of them. */
  async load(names: readonly string[] | undefined, signal: AbortSignal): Promise<void> {
    await this.#learn(signal);
    const projects = this.#filesByProject();
    const loose = projects.get('') ?? [];
    projects.delete('');
    for (const [project, files] of projects) await this.#anchor(project, files, names, projects.size);
    this.#closeAnchors(projects);
    if (names) await this.#openLoose(loose, names);
  }

  /** Asks for one file of each folder with a configuration first: a project is loaded once only while a file of it is open. */
  async #learn(signal: AbortSignal): Promise<void> {
    const paths = [...this.#tree.paths()];
    const unknown = paths.filter(
      (path) => this.#isSource(path) && !this.#known.has(path) && !this.#isBuilt(path),
    );
    if (unknown.length === 0) return;
    const folders = new Set(paths.filter((path) => this.#isConfiguration(path)).map((path) => dirname(path)));
    const first = new Map(unknown.toReversed().map((path) => [nearest(path, folders, this.#folder), path]));
    for (const path of first.values()) await this.#ask(path);
    const others = unknown.filter((path) => !this.#known.has(path));
    for (let at = 0; at < others.length; at += REQUESTS_AT_ONCE) {
      signal.throwIfAborted();
      await Promise.all(others.slice(at, at + REQUESTS_AT_ONCE).map((path) => this.#ask(path)));
    }
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

  async #ask(path: string): Promise<void> {
    const project = await this.#projectOf(path);
    this.#known.set(path, project);
    if (project === '' || this.#anchors.has(project) || this.#anchors.size >= MOST_PROJECTS) return;
    this.#anchors.set(project, path);
    await this.#documents.open(path, { isPinned: true }).catch(() => {});
  }

  async #anchor(
    project: string,
    files: readonly string[],
    names: readonly string[] | undefined,
    projects: number,
  ): Promise<void> {
    const old = this.#anchors.get(project);
    if (old !== undefined && files.includes(old) && this.#documents.isOpen(old)) return;
    const path = projects <= MOST_PROJECTS ? files[0] : (await containing(files, names ?? []))[0];
    if (path === undefined) return;
    this.#anchors.set(project, path);
    await this.#documents.open(path, { isPinned: true });
  }

  #closeAnchors(projects: ReadonlyMap<string, unknown>): void {
    for (const [project, path] of this.#anchors) {
      if (projects.has(project)) continue;
      this.#anchors.delete(project);
      this.#documents.close(path);
    }
  }

  async #openLoose(paths: readonly string[], names: readonly string[]): Promise<void> {
    const found = await containing(paths, names);
    if (found.length > MOST_LOOSE_FILES) {
      const message = `${found.length} files that belong to no project contain ${names.join(', ')}; at most ${MOST_LOOSE_FILES} can be searched.`;
      const hint = 'Add a tsconfig.json or jsconfig.json that includes them, then call again.';
      throw editorErrors.fail('E_LANGUAGE_SERVER', message, { hint });
    }
    for (const path of this.#loose) this.#documents.unpin(path);
    this.#loose = found;
    for (const path of found) await this.#documents.open(path, { isPinned: true });
  }

  #isBuilt(path: string): boolean {
    return path
      .slice(this.#folder.length)
      .split(sep)
      .some((part) => BUILT.has(part));
  }
}

function nearest(path: string, folders: ReadonlySet<string>, root: string): string {
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === dirname(folder)) break;
  }
  return '';
}

async function containing(paths: readonly string[], names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const text = await readTextFile(path).catch(() => '');
    if (names.some((name) => text.includes(name))) found.push(path);
  }
  return found;
}

export function projectRequestParams(path: string) {
  return { textDocument: { uri: uriOf(path) } };
}
