import { useState } from 'preact/hooks';
import { ProblemText } from '../elements.tsx';
import { FORM_ID } from '../shortcuts.ts';
import { FieldList, fieldId, focusField, type Messages } from './field-view.tsx';
import { type FormState, readForm, switchMode } from './form-state.ts';
import type { Field } from './schema.ts';
import '../styles/form.css';

interface ToolFormProps {
  readonly fields: readonly Field[];
  readonly state: FormState;
  /** The server's messages about fields. */
  readonly issues: Messages;
  readonly running: boolean;
  readonly destructive: boolean;
  readonly onChange: (state: FormState) => void;
  readonly onCall: (input: unknown) => void;
  readonly onCancel: () => void;
}

export function ToolForm(props: ToolFormProps) {
  const { fields, state, issues, onChange } = props;
  const [submitted, setSubmitted] = useState<FormState>();
  const [rejected, setRejected] = useState<{ readonly state: FormState; readonly why: string }>();
  const { input, errors } = readForm(fields, state);

  const call = (event: Event) => {
    event.preventDefault();
    setSubmitted(state);
    const [invalid] = Object.keys(errors);
    if (invalid !== undefined) focusField(invalid);
    else if (!props.running) props.onCall(input);
  };
  const toggle = () => {
    const switched = switchMode(fields, state);
    if (switched.ok) onChange(switched.state);
    else setRejected({ state, why: switched.why });
  };
  return (
    <form id={FORM_ID} class="form" aria-label="Input" data-testid="tool-form" noValidate onSubmit={call}>
      <div class="panel-head">
        <h2>Input</h2>
        <ModeSwitch json={state.mode === 'json'} onToggle={toggle} />
      </div>
      <div class="form-body">
        <p class="form-refused" role="alert">
          {rejected?.state === state && rejected.why}
        </p>
        <Entry {...props} issues={submitted === state ? { ...issues, ...errors } : issues} />
      </div>
      <CallBar {...props} />
    </form>
  );
}

function ModeSwitch({ json, onToggle }: { readonly json: boolean; readonly onToggle: () => void }) {
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={json}
      title="Edit the input as JSON"
      onClick={onToggle}
    >
      JSON
    </button>
  );
}

function Entry({ fields, state, issues, onChange }: ToolFormProps) {
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

/** Cancel is beside Call and does not replace it: a double click must not cancel the call. */
function CallBar({ running, destructive, onCancel }: ToolFormProps) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <div class="call-bar">
      <button
        type="submit"
        class={destructive ? 'button danger' : 'button primary'}
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
