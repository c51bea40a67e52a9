import type { ToolDescription } from '@molehill/api';
import { useCallback, useRef, useState } from 'preact/hooks';
import { type Answer, callTool, isSignedOut, type Problem, problemOf } from './api-client.ts';
import type { FormState } from './form/form-state.ts';

export interface Pending {
  readonly form: FormState;
  readonly input: unknown;
  readonly agreed: readonly string[];
  readonly since: number;
  /** The call waits for the person's confirmation. */
  readonly question?: string;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly form: FormState }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'cancelled'; readonly afterMs: number }
  | { readonly kind: 'declined'; readonly question: string };

/** The pending call of one tool, and the outcome of the last one. */
export interface Run {
  readonly pending?: Pending;
  readonly outcome?: Outcome;
}

export interface ToolRuns {
  of(tool: string): Run;
  start(tool: ToolDescription, form: FormState, input: unknown): void;
  cancel(tool: string): void;
  reply(tool: string, confirmed: boolean): void;
}

/** Calls continue while another tool is shown; their answers are kept. */
export function useToolRuns(onSignedOut: () => void): ToolRuns {
  const [runs, setRuns] = useState<Readonly<Record<string, Run>>>({});
  const aborts = useRef(new Map<string, AbortController>());

  const change = useCallback((tool: string, update: (run: Run) => Run) => {
    setRuns((all) => ({ ...all, [tool]: update(all[tool] ?? {}) }));
  }, []);

  const send = useCallback(
    async (tool: string, pending: Pending) => {
      const abort = new AbortController();
      aborts.current.set(tool, abort);
      change(tool, (run) => ({ ...run, pending }));
      const next = await call(tool, pending, abort.signal, onSignedOut);
      change(tool, (run) => ('kind' in next ? { outcome: next } : { ...run, pending: next }));
    },
    [change, onSignedOut],
  );

  const reply = (tool: string, confirmed: boolean) => {
    const pending = runs[tool]?.pending;
    if (pending?.question === undefined) return;
    const { question, ...rest } = pending;
    if (confirmed) void send(tool, { ...rest, agreed: [...rest.agreed, question], since: Date.now() });
    else change(tool, () => ({ outcome: { kind: 'declined', question } }));
  };

  return {
    of: (tool) => runs[tool] ?? {},
    start: ({ name }, form, input) => void send(name, { form, input, agreed: [], since: Date.now() }),
    cancel: (tool) => aborts.current.get(tool)?.abort(),
    reply,
  };
}

type AwaitingConfirmation = Pending & { readonly question: string };

async function call(
  tool: string,
  pending: Pending,
  signal: AbortSignal,
  onSignedOut: () => void,
): Promise<Outcome | AwaitingConfirmation> {
  const { form, input, agreed, since } = pending;
  try {
    const response = await callTool({ tool, input, ...(agreed.length > 0 ? { agreed } : {}) }, signal);
    if ('question' in response) return { ...pending, question: response.question };
    return { kind: 'answer', answer: response, form };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled', afterMs: Date.now() - since };
    if (isSignedOut(error)) onSignedOut();
    return { kind: 'problem', problem: problemOf(error) };
  }
}
