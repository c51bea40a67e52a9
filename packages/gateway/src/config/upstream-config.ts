/** Which of the known files an upstream was written in. */
export type ConfigFormat = 'molehill' | 'dispatch' | 'opencode' | 'mcp' | 'vscode' | 'cursor' | 'user';

export interface StdioTransport {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** What is named for the child, references resolved; the minimum every program needs comes on top. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly framing: 'newline' | 'content-length';
}

export interface HttpTransport {
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ConfigSource {
  readonly file: string;
  readonly format: ConfigFormat;
  /** Files of a project come with the project; only what its owner approved is started. */
  readonly scope: 'project' | 'user';
}

/** One server of somebody else, as the nearest file defines it. */
export interface UpstreamConfig {
  /** `[a-z0-9-]+`, unique in its directory: the prefix of its tools. */
  readonly id: string;
  /** The name as it is written in the file. */
  readonly declaredName: string;
  readonly transport: StdioTransport | HttpTransport;
  readonly source: ConfigSource;
  /** Where else the same name is defined, and loses. */
  readonly shadows: readonly ConfigSource[];
  readonly enabled: boolean;
  /** One process for all directories that configure it alike. */
  readonly shared: boolean;
  readonly timeoutMs?: number;
  /** Names or `*` patterns of its tools; nothing said means all. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** Tools listed also in search mode. */
  readonly favourites?: readonly string[];
  /** The command or address as it is written: references stay references. */
  readonly runs: string;
  /** The same with everything a person agrees to: variables and folder too, secrets left out. */
  readonly declaration: string;
  /** Of everything that decides what is started or called, references unresolved: what an approval is about. */
  readonly hash: string;
}

export interface ConfigProblem {
  readonly file: string;
  /** The name as it is written in the file. */
  readonly server?: string;
  readonly message: string;
  /** Where in the file, as far as that is known; counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface LoadedConfig {
  readonly servers: readonly UpstreamConfig[];
  readonly problems: readonly ConfigProblem[];
}
