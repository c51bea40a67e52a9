import { useState } from 'preact/hooks';
import { isRecord } from '../json.ts';
import { composeInput, type Draft, draftOf, parseJson } from './input.ts';
import type { Field } from './schema.ts';

/** The entered input of one tool, as fields or as JSON. Immutable. */
export type FormState =
  | { readonly mode: 'form'; readonly draft: Draft }
  | { readonly mode: 'json'; readonly text: string };

const emptyForm: FormState = { mode: 'form', draft: {} };

interface Reading {
  readonly input: unknown;
  /** By path; the whole input has the path ''. */
  readonly errors: Readonly<Record<string, string>>;
}

export function readForm(fields: readonly Field[], state: FormState): Reading {
  if (state.mode === 'form') return composeInput(fields, state.draft);
  const parsed = parseJson(state.text.trim() === '' ? '{}' : state.text);
  return parsed.ok
    ? { input: parsed.value, errors: {} }
    : { input: undefined, errors: { '': parsed.message } };
}

type Switched =
  | { readonly ok: true; readonly state: FormState }
  | { readonly ok: false; readonly why: string };

/** Switches between fields and JSON, unless something would be lost. */
export function switchMode(fields: readonly Field[], state: FormState): Switched {
  const { input, errors } = readForm(fields, state);
  const [path] = Object.keys(errors);
  if (path !== undefined) return { ok: false, why: `${path || 'The input'} is not valid JSON.` };
  if (state.mode === 'form') {
    return { ok: true, state: { mode: 'json', text: JSON.stringify(input, null, 2) } };
  }
  if (!isRecord(input)) return { ok: false, why: 'The input must be an object.' };
  const { draft, unfit } = draftOf(fields, input);
  if (unfit.length > 0) return { ok: false, why: `The form cannot represent ${unfit.join(', ')}.` };
  return { ok: true, state: { mode: 'form', draft } };
}

export type Forms = ReturnType<typeof useForms>;

/** Kept in memory only: an input may be a secret. */
export function useForms() {
  const [forms, setForms] = useState<Readonly<Record<string, FormState>>>({});
  return {
    of: (tool: string) => forms[tool] ?? emptyForm,
    set: (tool: string, state: FormState) => setForms((all) => ({ ...all, [tool]: state })),
  };
}
