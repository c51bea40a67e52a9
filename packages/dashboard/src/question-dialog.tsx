import type { ToolDescription } from '@molehill/api';
import { useMemo, useState } from 'preact/hooks';
import type { Question } from './api-client.ts';
import { FieldList, focusField } from './form/field-view.tsx';
import { composeInput, type Draft } from './form/input.ts';
import { type Field, fieldsOf } from './form/schema.ts';
import type { JsonObject } from './json.ts';
import { shortName } from './tool-list.ts';
import type { Accepted } from './tool-runs.ts';
import { useModal } from './viewer-dialog.tsx';

interface QuestionDialogProps {
  readonly tool: ToolDescription;
  readonly question: Question;
  /** Called without an answer where the person declines. */
  readonly onReply: (accepted?: Accepted) => void;
}

/** The first field has the focus, or the button that changes nothing. */
export function QuestionDialog({ tool, question: { message, schema }, onReply }: QuestionDialogProps) {
  const dialog = useModal();
  const { list, submit } = useAnswer(schema, onReply);
  const decline = (event: Event) => {
    event.preventDefault();
    onReply();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="question-title"
      aria-describedby="question"
      data-testid="question"
      onCancel={decline}
    >
      <form noValidate onSubmit={submit}>
        <h2 id="question-title">
          <code>{shortName(tool)}</code> needs your {schema ? 'answer' : 'confirmation'}
        </h2>
        <p id="question">{message}</p>
        {schema && (
          <div class="fields">
            <FieldList {...list} />
          </div>
        )}
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={decline}>
            Cancel
          </button>
          <button
            type="submit"
            class={tool.effects.worst === 'destroys' ? 'button danger' : 'button primary'}
          >
            {schema ? 'Send' : 'Confirm'}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function useAnswer(schema: Question['schema'], onAccept: (accepted: Accepted) => void) {
  const [draft, setDraft] = useState<Draft>({});
  const [submitted, setSubmitted] = useState<Draft>();
  // The prefix distinguishes the ids of these fields from those of the tool's form.
  const fields = useMemo(() => fieldsOf(schema ?? {}, ['answer']), [schema]);
  const { input, errors } = composeInput(fields, draft);
  const messages = { ...missingFields(fields, input), ...errors };
  const submit = (event: Event) => {
    event.preventDefault();
    setSubmitted(draft);
    const [invalid] = Object.keys(messages);
    if (invalid !== undefined) focusField(invalid);
    else onAccept(schema ? { content: input } : {});
  };
  return {
    list: { fields, draft, messages: submitted === draft ? messages : {}, onChange: setDraft },
    submit,
  };
}

/** A rejected answer ends the call, so required fields are checked before it is sent. */
function missingFields(fields: readonly Field[], input: JsonObject): Readonly<Record<string, string>> {
  const missing = fields.filter(({ key, required }) => required && input[key] === undefined);
  return Object.fromEntries(missing.map(({ path }) => [path, 'Enter a value.']));
}
