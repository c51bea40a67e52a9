export type ConfigFormat = 'molehill' | 'dispatch' | 'opencode' | 'mcp' | 'vscode' | 'cursor' | 'user';

export interface StdioTransport {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** The variables of the definition, resolved. The child inherits a minimum besides. */
  readonly env: Readonly<Record<string, string>>;
  /** A file with more variables; those of `env` override them. */
  readonly envFile?: string;
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
  /** Servers of project files are started only after approval. */
  readonly scope: 'project' | 'user';
}

/** A file whose content decides what runs. It is part of what a person approves. */
export interface DecidingFile {
  readonly path: string;
  readonly role: 'script' | 'variables' | 'value';
  /** Changes when the file is written, replaced or removed. */
  readonly stamp: string;
}

/** One fact that a person must know to decide whether a server may run. */
export interface LaunchFact {
  readonly label: string;
  /** In full, on one line, with invisible characters escaped. */
  readonly text: string;
  readonly warning?: string;
}

/** One upstream server as the nearest file defines it. */
export interface UpstreamConfig {
  /** `[a-z0-9-]+`, unique in its directory; the prefix of its tools. */
  readonly id: string;
  /** The name in the file. */
  readonly declaredName: string;
  /** References to files are not resolved: nothing is read for a server that is not approved. */
  readonly transport: StdioTransport | HttpTransport;
  readonly source: ConfigSource;
  /** Farther files that define the same name. */
  readonly shadows: readonly ConfigSource[];
  readonly enabled: boolean;
  /** One process for all directories with the same configuration. */
  readonly shared: boolean;
  readonly timeoutMs?: number;
  /** Names or `*` patterns of its tools; all by default. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  /** The most tokens of text in one answer among several servers; 0 for no limit. */
  readonly budget?: number;
  /** Tools that are listed in search mode too. */
  readonly favourites?: readonly string[];
  /** The command or URL with unresolved references. */
  readonly runs: string;
  /** What a person approves, with unresolved references. */
  readonly declaration: readonly LaunchFact[];
  readonly files: readonly DecidingFile[];
  /** Of the whole entry except settings that cannot change what is started, with unresolved references. */
  readonly hash: string;
}

export interface ConfigProblem {
  readonly file: string;
  /** The name in the file. */
  readonly server?: string;
  readonly message: string;
  /** The position in the file if known, from 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface LoadedConfig {
  readonly servers: readonly UpstreamConfig[];
  readonly problems: readonly ConfigProblem[];
}
