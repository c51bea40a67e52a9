import {
  ChoiceControl,
  type ControlProps,
  FlagControl,
  LinesControl,
  NumberControl,
  SetControl,
  TextControl,
} from './controls.tsx';
import type { Draft, DraftValue } from './input.ts';
import { issueAt } from './issues.ts';
import { type Field, isRecord } from './schema.ts';

interface FieldViewProps {
  readonly field: Field;
  readonly value: DraftValue | undefined;
  readonly messages: Readonly<Record<string, string>>;
  readonly onChange: (value: DraftValue) => void;
}

/** The whole input has the path ''. */
export function fieldId(path: string): string {
  return `field-${path}`;
}

export function FieldView(props: FieldViewProps) {
  const { field, messages } = props;
  const { control } = field;
  if (control.kind === 'group') return <Group {...props} fields={control.fields} />;
  const id = fieldId(field.path);
  const message = issueAt(messages, field.path, true);
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
      <Help field={field} id={`${id}-help`} />
      <p id={`${id}-problem`} class="problem" role="alert">
        {message}
      </p>
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

function Help({ field, id }: { readonly field: Field; readonly id: string }) {
  return (
    <p id={id} class="help">
      {field.description}
    </p>
  );
}

type ControlViewProps = FieldViewProps & Pick<ControlProps<unknown>, 'id' | 'described' | 'invalid'>;

function ControlView(props: ControlViewProps) {
  const { control } = props.field;
  const text = { ...props, value: typeof props.value === 'string' ? props.value : '' };
  switch (control.kind) {
    case 'number':
      return <NumberControl {...text} />;
    case 'boolean':
      return <FlagControl {...text} />;
    case 'choice':
      return <ChoiceControl {...text} choices={control.choices} />;
    case 'set':
      return (
        <SetControl {...props} value={isList(props.value) ? props.value : []} choices={control.choices} />
      );
    case 'lines':
      return <LinesControl {...text} item={control.item} />;
    default:
      return (
        <TextControl {...text} long={control.kind === 'json' || (control.kind === 'text' && control.long)} />
      );
  }
}

function isList(value: DraftValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

function Group(props: FieldViewProps & { readonly fields: readonly Field[] }) {
  const { field, value, messages, onChange, fields } = props;
  const draft: Draft = isRecord(value) ? value : {};
  const problem = issueAt(messages, field.path, false);
  return (
    <fieldset class="group">
      <legend>
        <Label field={field} />
      </legend>
      {field.description && <Help field={field} id={`${fieldId(field.path)}-help`} />}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {fields.map((inner) => (
        <FieldView
          key={inner.path}
          field={inner}
          value={draft[inner.key]}
          messages={messages}
          onChange={(next) => onChange({ ...draft, [inner.key]: next })}
        />
      ))}
    </fieldset>
  );
}
