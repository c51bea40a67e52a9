import type { Reaper } from '@molehill/core/processes/reaper';
import type { FileMove, MovePlan } from '@molehill/editor/language-host';
import type { Env, MachineTool, ToolLocation } from '../machine-tools/machine-tool.ts';

/** The facts of one language server. */
export interface LanguageServerSpec extends MachineTool {
  /** Language id by file extension: `{ '.ts': 'typescript' }`. */
  readonly languageIds: Readonly<Record<string, string>>;
  /** Extensions of files that it does not serve, and whose imports it updates when they move. */
  readonly importedExtensions?: readonly string[];
  /** Files that make a folder, or one inside it, a project of its own. */
  readonly projectFiles: readonly string[];
  process(location: ToolLocation, folder: string): LanguageServerProcess;
  readonly initializationOptions?: object;
  /** The answer to `workspace/configuration` for a section; undefined asks for all. */
  configuration?(section: string | undefined, project: LanguageProject): unknown;
  /** What changes with the packages of a project. The server is started again then, because it keeps those it has read. */
  packages?(project: LanguageProject): readonly string[];
  readonly readiness: Readiness;
  /** Files that list the source files, where the server knows no others: without one it would rename in open files only. */
  readonly fileList?: { readonly names: readonly string[]; readonly hint: string };
  /** Plans the edits of imports instead of the server, where that does not answer all of them. */
  planMoves?(moves: readonly FileMove[], options: MoveOptions): Promise<MovePlan>;
  /** Whether the server forgets relative imports of modules that move; they are then updated without it. */
  readonly leavesImports?: true;
  /** Names the configuration file of a source file, where the server loads a project only with an open file of it. */
  readonly projectRequest?: 'custom/projectInfo';
}

export interface MoveOptions {
  readonly folders: readonly string[];
  readonly env: Env;
  readonly reaper: Reaper;
  readonly signal: AbortSignal;
}

export interface LanguageServerProcess {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of Molehill. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface LanguageProject {
  readonly folder: string;
  readonly env: Env;
}

/**
 * How the client knows that requests over the whole project are answered from all of its files. Each was measured on
 * 200 files that use one function, by a rename right after the start.
 */
export type Readiness =
  /** Each request waits by itself. */
  | { readonly kind: 'immediate' }
  /** A `window/logMessage` says it. Requests before it are answered from open files only. */
  | {
      readonly kind: 'log';
      readonly message: RegExp;
      /**
       * The server searches again when it is told that a file was created or deleted, and says so again; new files are
       * missing until then. It ignores files outside of the project, so the client waits no longer than this.
       */
      readonly searchAgainMs: number;
    }
  /** `$/progress` with such a title has ended, and none is under way. */
  | { readonly kind: 'progress'; readonly title: RegExp };
