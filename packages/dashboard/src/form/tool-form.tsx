import type { ToolDescription } from '@molehill/api';
import { useMemo, useState } from 'preact/hooks';
import { ProblemText } from '../elements.tsx';
import { FORM_ID } from '../shortcuts.ts';
import type { Run, ToolRuns } from '../tool-runs.ts';
import { FieldList, fieldId, focusField, type Messages } from './field-view.tsx';
import { type FormState, type Forms, readForm, switchMode } from './form-state.ts';
import { issuesByPath } from './issues.ts';
import { type Field, fieldsOf } from './schema.ts';
import '../styles/form.css';

interface ToolFormProps {
  readonly tool: ToolDescription;
  readonly runs: ToolRuns;
  readonly forms: Forms;
}

export function ToolForm({ tool: { name, inputSchema, effects }, runs, forms }: ToolFormProps) {
  const fields = useMemo(() => fieldsOf(inputSchema), [inputSchema]);
  const state = forms.of(name);
  const running = runs.of(name).pending !== undefined;
  const [submitted, setSubmitted] = useState<FormState>();
  const { input, errors } = readForm(fields, state);
  const issues = { ...issuesFor(runs.of(name), state), ...(submitted === state ? errors : {}) };
  const change = (next: FormState) => forms.set(name, next);
  const { toggle, refusal } = useModeSwitch(fields, state, change);
  const call = (event: Event) => {
    event.preventDefault();
    setSubmitted(state);
    const [invalid] = Object.keys(errors);
    if (invalid !== undefined) focusField(invalid);
    else if (!running) runs.start(name, state, input);
  };
  return (
    <form id={FORM_ID} class="form" aria-label="Input" data-testid="tool-form" noValidate onSubmit={call}>
      <div class="panel-head">
        <h2>Input</h2>
        <button
          type="button"
          class="toggle"
          aria-pressed={state.mode === 'json'}
          title="Edit the input as JSON"
          onClick={toggle}
        >
          JSON
        </button>
      </div>
      <div class="form-body">
        <p class="form-refused" role="alert">
          {refusal}
        </p>
        <Entry fields={fields} state={state} issues={issues} onChange={change} />
      </div>
      <CallBar running={running} effect={effects.worst} onCancel={() => runs.cancel(name)} />
    </form>
  );
}

function useModeSwitch(fields: readonly Field[], state: FormState, onChange: (state: FormState) => void) {
  const [rejected, setRejected] = useState<{ readonly state: FormState; readonly why: string }>();
  const toggle = () => {
    const switched = switchMode(fields, state);
    if (switched.ok) onChange(switched.state);
    else setRejected({ state, why: switched.why });
  };
  return { toggle, refusal: rejected?.state === state && rejected.why };
}

/** The server's messages about fields apply until one of them changes. */
function issuesFor({ outcome }: Run, state: FormState): Messages {
  if (outcome?.kind !== 'answer' || outcome.form !== state || outcome.answer.envelope.ok) return {};
  return issuesByPath(outcome.answer.envelope.error);
}

interface EntryProps {
  readonly fields: readonly Field[];
  readonly state: FormState;
  readonly issues: Messages;
  readonly onChange: (state: FormState) => void;
}

function Entry({ fields, state, issues, onChange }: EntryProps) {
  if (state.mode === 'json') {
    const error = issues[''];
    return (
      <div class="field">
        <textarea
          id={fieldId('')}
          class="control code whole"
          aria-label="Input as JSON"
          aria-invalid={error !== undefined}
          aria-describedby="json-error"
          spellcheck={false}
          value={state.text}
          onInput={(event) => onChange({ mode: 'json', text: event.currentTarget.value })}
        />
        <ProblemText id="json-error">{error}</ProblemText>
      </div>
    );
  }
  if (fields.length === 0) return <p class="form-none">This tool takes no input.</p>;
  return (
    <div class="fields">
      <FieldList
        fields={fields}
        draft={state.draft}
        messages={issues}
        onChange={(draft) => onChange({ mode: 'form', draft })}
      />
    </div>
  );
}

interface CallBarProps {
  readonly running: boolean;
  readonly effect: ToolDescription['effects']['worst'];
  readonly onCancel: () => void;
}

/** Cancel is beside Call and does not replace it: a double click must not cancel the call. */
function CallBar({ running, effect, onCancel }: CallBarProps) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <div class="call-bar">
      <button
        type="submit"
        class={effect === 'destroys' ? 'button danger' : 'button primary'}
        data-testid="call-button"
        aria-disabled={running}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        Call
      </button>
      {running ? (
        <button type="button" class="button" data-testid="cancel-button" onClick={onCancel}>
          Cancel
        </button>
      ) : (
        <span class="keys">
          <kbd>{isMac ? '⌘' : 'Ctrl'}</kbd>
          <kbd>Enter</kbd>
        </span>
      )}
    </div>
  );
}
