import { useState } from 'preact/hooks';
import { FORM_ID } from '../shortcuts.ts';
import { FieldView, fieldId } from './field-view.tsx';
import { type FormState, readForm, switchMode } from './form-state.ts';
import type { Draft } from './input.ts';
import type { Field } from './schema.ts';
import '../styles/form.css';

type Messages = Readonly<Record<string, string>>;

interface ToolFormProps {
  readonly fields: readonly Field[];
  readonly state: FormState;
  /** The server's messages about fields, by path. */
  readonly issues: Messages;
  readonly running: boolean;
  readonly destructive: boolean;
  readonly onChange: (state: FormState) => void;
  readonly onCall: (input: unknown) => void;
  readonly onCancel: () => void;
}

export function ToolForm(props: ToolFormProps) {
  const { fields, state, issues } = props;
  const [submitted, setSubmitted] = useState<FormState>();
  const [rejected, setRejected] = useState<{ readonly state: FormState; readonly why: string }>();
  const { input, errors } = readForm(fields, state);

  const call = (event: Event) => {
    event.preventDefault();
    setSubmitted(state);
    const [invalid] = Object.keys(errors);
    if (invalid !== undefined) document.getElementById(fieldId(invalid))?.focus();
    else if (!props.running) props.onCall(input);
  };
  const toggle = () => {
    const switched = switchMode(fields, state);
    if (switched.ok) props.onChange(switched.state);
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
        <Entry {...props} messages={submitted === state ? { ...issues, ...errors } : issues} />
      </div>
      <CallBar {...props} />
    </form>
  );
}

function Entry({ fields, state, messages, onChange }: ToolFormProps & { readonly messages: Messages }) {
  if (state.mode === 'form')
    return <Fields fields={fields} draft={state.draft} messages={messages} onChange={onChange} />;
  return (
    <JsonInput text={state.text} error={messages['']} onText={(text) => onChange({ mode: 'json', text })} />
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

interface FieldsProps {
  readonly fields: readonly Field[];
  readonly draft: Draft;
  readonly messages: Messages;
  readonly onChange: (state: FormState) => void;
}

function Fields({ fields, draft, messages, onChange }: FieldsProps) {
  if (fields.length === 0) return <p class="form-none">This tool takes no input.</p>;
  return (
    <div class="fields">
      {fields.map((field) => (
        <FieldView
          key={field.path}
          field={field}
          value={draft[field.key]}
          messages={messages}
          onChange={(value) => onChange({ mode: 'form', draft: { ...draft, [field.key]: value } })}
        />
      ))}
    </div>
  );
}

interface JsonInputProps {
  readonly text: string;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}

function JsonInput({ text, error, onText }: JsonInputProps) {
  return (
    <div class="field">
      <textarea
        id={fieldId('')}
        class="control code whole"
        aria-label="Input as JSON"
        aria-invalid={error !== undefined}
        aria-describedby="json-error"
        spellcheck={false}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <p id="json-error" class="problem" role="alert">
        {error}
      </p>
    </div>
  );
}

/** Cancel is beside Call and does not replace it: a double click must not cancel the call. */
function CallBar({ running, destructive, onCancel }: ToolFormProps) {
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
          <kbd>{isMac() ? '⌘' : 'Ctrl'}</kbd>
          <kbd>Enter</kbd>
        </span>
      )}
    </div>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
