import type { ConfigLayer } from '@molehill/core/config';

export type Env = Readonly<Record<string, string | undefined>>;

/** A program of this machine that can be found or installed: a debug adapter, a language server. */
export interface MachineTool {
  /** As in `molehill adapters install <name>`. */
  readonly name: string;
  readonly kind: 'debug adapter' | 'language server';
  /** For a person. */
  readonly languages: readonly string[];
  /** The setting with its path; absent where there is none. */
  readonly setting?: keyof ConfigLayer;
  /** Undefined where it is not installed. */
  locate(search: ToolSearch): Promise<ToolLocation | undefined>;
  /** Absent where only the system's package manager has it. */
  readonly installation?: Installation;
  /** How a person installs it where Molehill cannot, as a command. */
  readonly manualInstallation?: string;
}

export interface ToolSearch {
  readonly env: Env;
  /** Molehill's own copies are in `<stateRoot>/adapters`. */
  readonly stateRoot: string;
  /** The configured path of this tool, which is then the only one to use. */
  readonly setting?: string;
  /** A trusted workspace folder, whose own copy is used where the machine has none. */
  readonly folder?: string;
}

export interface ToolLocation {
  /** The program or script. */
  readonly path: string;
  readonly version?: string;
  readonly source: 'setting' | 'vscode' | 'cache' | 'system' | 'workspace';
}

export interface Installation {
  readonly version: string;
  /** What is fetched, for the person who agrees to it. */
  readonly fetches: string;
  /** Why this machine cannot install it, such as a missing toolchain. */
  obstacle(env: Env): string | undefined;
  /** Puts the checked tool into the empty folder `target`. */
  install(job: InstallJob): Promise<void>;
}

export interface InstallJob {
  readonly target: string;
  /** An empty folder for what is not kept. */
  readonly work: string;
  readonly env: Env;
  readonly signal: AbortSignal;
  /** Runs a program in `work`, and throws with the end of its output when it fails. */
  run(command: string, args: readonly string[], options?: { readonly env: Env }): Promise<string>;
  progress(message: string): void;
}
