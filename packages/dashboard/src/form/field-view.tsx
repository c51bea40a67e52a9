import { ProblemText } from '../elements.tsx';
import { isRecord } from '../json.ts';
import { ChoiceControl, type ControlProps, FlagControl, SetControl, TextControl } from './controls.tsx';
import type { Draft, DraftValue } from './input.ts';
import { issueAt } from './issues.ts';
import type { Field } from './schema.ts';

export type Messages = Readonly<Record<string, string>>;

interface FieldListProps {
  readonly fields: readonly Field[];
  readonly draft: Draft;
  /** By path. */
  readonly messages: Messages;
  readonly onChange: (draft: Draft) => void;
}

export function FieldList({ fields, draft, messages, onChange }: FieldListProps) {
  return (
    <>
      {fields.map((field) => (
        <FieldView
          key={field.path}
          field={field}
          value={draft[field.key]}
          messages={messages}
          onChange={(value) => onChange({ ...draft, [field.key]: value })}
        />
      ))}
    </>
  );
}

/** The whole input has the path ''. */
export function fieldId(path: string): string {
  return `field-${path}`;
}

export function focusField(path: string): void {
  document.getElementById(fieldId(path))?.focus();
}

interface FieldViewProps {
  readonly field: Field;
  readonly value: DraftValue | undefined;
  readonly messages: Messages;
  readonly onChange: (value: DraftValue) => void;
}

function FieldView(props: FieldViewProps) {
  const { field, messages } = props;
  const { control, path } = field;
  if (control.kind === 'group') return <Group {...props} fields={control.fields} />;
  const id = fieldId(path);
  const message = issueAt(messages, path, true);
  const many = control.kind === 'boolean' || control.kind === 'set';
  return (
    <div class="field" data-kind={control.kind}>
      <Label field={field} {...(many ? { id: `${id}-label` } : { for: id })} />
      <ControlView
        {...props}
        id={id}
        described={`${id}-help ${id}-problem`}
        invalid={message !== undefined}
      />
      <p id={`${id}-help`} class="help">
        {field.description}
      </p>
      <ProblemText id={`${id}-problem`}>{message}</ProblemText>
    </div>
  );
}

interface LabelProps {
  readonly field: Field;
  readonly id?: string;
  readonly for?: string;
}

/** Mark and limits are outside the label: the accessible name of the control is the name of the parameter. */
function Label({ field, id, for: target }: LabelProps) {
  return (
    <div class="label">
      {target === undefined ? <span id={id}>{field.key}</span> : <label for={target}>{field.key}</label>}
      {field.required && (
        <span class="required" title="required" aria-hidden="true">
          *
        </span>
      )}
      {field.limits && <span class="limits">{field.limits}</span>}
    </div>
  );
}

type ControlViewProps = FieldViewProps & Pick<ControlProps<unknown>, 'id' | 'described' | 'invalid'>;

function ControlView(props: ControlViewProps) {
  const { control } = props.field;
  if (control.kind === 'set')
    return <SetControl {...props} value={isList(props.value) ? props.value : []} choices={control.choices} />;
  const text = { ...props, value: typeof props.value === 'string' ? props.value : '' };
  if (control.kind === 'boolean') return <FlagControl {...text} />;
  if (control.kind === 'choice') return <ChoiceControl {...text} choices={control.choices} />;
  return <TextControl {...text} />;
}

function isList(value: DraftValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

function Group(props: FieldViewProps & Pick<FieldListProps, 'fields'>) {
  const { field, value, messages, onChange, fields } = props;
  const problem = issueAt(messages, field.path, false);
  return (
    <fieldset class="group">
      <legend>
        <Label field={field} />
      </legend>
      {field.description && <p class="help">{field.description}</p>}
      {problem && <ProblemText>{problem}</ProblemText>}
      <FieldList
        fields={fields}
        draft={isRecord(value) ? value : {}}
        messages={messages}
        onChange={onChange}
      />
    </fieldset>
  );
}
