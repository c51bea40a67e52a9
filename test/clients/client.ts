import type { WireSummary } from './trace.ts';

/** The name under which every client knows the server; it shows up in the clients' own tool names. */
export const serverName = 'molehill';

/** A tool by the name the server gives it, and what it is called with. */
export type WantedCall = { tool: string; input: Readonly<Record<string, string>> };

/** The server a client is pointed at, and the calls it is asked to make. */
export type Target = { command: string; args: string[]; calls: WantedCall[] };

export type CheckContext = {
  target: Target;
  /** The folder that holds the client's node_modules. */
  install: string;
  /** A fresh folder that is deleted after the check; everything the client writes ends up below it. */
  workdir: string;
};

export type CallOutcome =
  | {
      done: true /** who asked for the call */;
      by: string /** what came back, as the client shows it */;
      text: string;
    }
  | { done: false; reason: string };

/** `by` of a call that a model asked for, the only way to a tool in most clients. */
export const scriptedModel = 'a scripted model';

export type ClientOutcome = {
  connected: boolean;
  /** How we know: what the client itself said. */
  evidence: string;
  /** The tools as the client names them, where it shows them. */
  tools?: string[];
  /** One for each that was asked for; none where it did not come so far. */
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
