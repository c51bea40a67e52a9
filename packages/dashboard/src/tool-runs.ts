import type { CallRequestBody } from '@molehill/api';
import { useRef, useState } from 'preact/hooks';
import { type Answer, callTool, type Problem, problemOf, type Question } from './api-client.ts';
import type { FormState } from './form/form-state.ts';
import type { JsonObject } from './json.ts';

export interface Pending extends CallRequestBody {
  readonly form: FormState;
  readonly answers: NonNullable<CallRequestBody['answers']>;
  readonly since: number;
  /** The call waits for the person's answer. */
  readonly question?: Question;
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

/** A person's answer to a question: the fields where it has a schema, else yes. */
export type Accepted = { readonly content?: JsonObject };

export type ToolRuns = ReturnType<typeof useToolRuns>;

/** Calls continue while another tool is shown; their answers are kept. */
export function useToolRuns() {
  const [runs, setRuns] = useState<Readonly<Record<string, Run>>>({});
  const aborts = useRef(new Map<string, AbortController>());

  const change = (tool: string, update: (run: Run) => Run) =>
    setRuns((all) => ({ ...all, [tool]: update(all[tool] ?? {}) }));

  const send = async (pending: Pending) => {
    const { tool } = pending;
    const abort = new AbortController();
    aborts.current.set(tool, abort);
    change(tool, (run) => ({ ...run, pending }));
    const next = await call(pending, abort.signal);
    change(tool, (run) => ('kind' in next ? { outcome: next } : { ...run, pending: next }));
  };

  const of = (tool: string): Run => runs[tool] ?? {};
  return {
    of,
    start: (tool: string, form: FormState, input: unknown) =>
      void send({ tool, form, input, answers: [], since: Date.now() }),
    cancel: (tool: string) => aborts.current.get(tool)?.abort(),
    /** Nothing is accepted where the person declines. */
    reply: (tool: string, accepted: Accepted | undefined) => {
      const { pending } = of(tool);
      if (!pending) return;
      const { question, ...rest } = pending;
      if (!question) return;
      const { message } = question;
      const answers = [...rest.answers, { message, ...accepted }];
      if (accepted) void send({ ...rest, answers, since: Date.now() });
      else change(tool, () => ({ outcome: { kind: 'declined', question: message } }));
    },
  };
}

async function call(pending: Pending, signal: AbortSignal): Promise<Outcome | Pending> {
  const { tool, form, input, answers, since } = pending;
  try {
    const response = await callTool({ tool, input, answers }, signal);
    if ('question' in response) return { ...pending, question: response.question };
    return { kind: 'answer', answer: response, form };
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled', afterMs: Date.now() - since };
    return { kind: 'problem', problem: problemOf(error) };
  }
}
