import type { WireSummary } from './trace.ts';

/** The server's name in every client; clients include it in their tool names. */
export const serverName = 'molehill';

/** A tool by its name on the server, and its arguments. */
export type WantedCall = { tool: string; input: Readonly<Record<string, string>> };

/** The server to connect to and the calls to make. */
export type Target = { command: string; args: string[]; calls: WantedCall[] };

export type CheckContext = {
  target: Target;
  /** Folder with the client's node_modules. */
  install: string;
  /** Temporary home folder of the client. */
  workdir: string;
};

export type CallOutcome =
  | {
      done: true /** who asked for the call */;
      by: string /** what came back, as the client shows it */;
      text: string;
    }
  | { done: false; reason: string };

/** Value of `by` for a call that a model requested, which in most clients is the only way to call a tool. */
export const scriptedModel = 'a scripted model';

export type ClientOutcome = {
  connected: boolean;
  /** Evidence from the client itself. */
  evidence: string;
  /** Tool names as the client shows them. */
  tools?: string[];
  /** One per requested call; empty where the client failed earlier. */
  calls: CallOutcome[];
};

export type ClientCheck = {
  name: string;
  package: string;
  version: string;
  /** Name of the executable in node_modules/.bin. */
  bin: string;
  run(context: CheckContext): Promise<ClientOutcome>;
};

export type Row = { client: ClientCheck } & (
  | {
      state: 'unavailable';
      reason: string /** names paths and addresses: not for the page */;
      detail: string;
    }
  | { state: 'ran'; outcome: ClientOutcome; wire: WireSummary; durationMs: number }
);
