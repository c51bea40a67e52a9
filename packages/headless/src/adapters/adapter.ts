import type { DebugConfiguration } from '@molehill/editor/host';
import type { MachineTool, ToolLocation } from '../machine-tools/machine-tool.ts';

export type { Env } from '../machine-tools/machine-tool.ts';

/** The facts of one debug adapter. */
export interface AdapterSpec extends MachineTool {
  /** Values of `type` in launch.json that it serves. */
  readonly types: readonly string[];
  /** `configuration` is the prepared one: delve runs in the program's folder, debugpy attaches to a server. */
  process(location: AdapterLocation, configuration: DebugConfiguration): AdapterProcess;
  /** Translates the type and adds the defaults that the adapter needs; the result is sent as it is. */
  prepare(configuration: DebugConfiguration): DebugConfiguration | Promise<DebugConfiguration>;
}

export type AdapterLocation = ToolLocation;

export type AdapterProcess = StdioAdapter | TcpAdapter | PipeAdapter | ConnectingAdapter | RunningAdapter;

interface Program {
  readonly command: string;
  readonly cwd?: string;
  /** Added to the environment of Molehill. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface StdioAdapter extends Program {
  readonly kind: 'stdio';
  readonly args: readonly string[];
}

/** An adapter that listens, for as many connections as it has sessions. */
export interface TcpAdapter extends Program {
  readonly kind: 'tcp';
  /** With port 0 where the adapter can choose one itself. */
  readonly args: readonly string[];
  /** Matches what it prints when it accepts connections; the first group is the port. */
  readonly listening: RegExp;
}

/** An adapter that listens at a socket in the file system: nobody else can connect, and small messages are not delayed. */
export interface PipeAdapter extends Program {
  readonly kind: 'pipe';
  args(path: string): readonly string[];
  /** Matches what it prints when it accepts connections. */
  readonly listening: RegExp;
}

/** An adapter that connects to a port of ours. */
export interface ConnectingAdapter extends Program {
  readonly kind: 'tcp-client';
  args(port: number): readonly string[];
}

/** An adapter that somebody else started. */
export interface RunningAdapter {
  readonly kind: 'running';
  readonly host: string;
  readonly port: number;
}
