import type { TargetedEvent } from 'preact';
import { choiceKey } from './input.ts';
import type { Choice, Field } from './schema.ts';

export interface ControlProps<Value> {
  readonly id: string;
  readonly field: Field;
  readonly value: Value;
  /** The ids of the description and the problem. */
  readonly described: string;
  readonly invalid: boolean;
  readonly onChange: (value: Value) => void;
}

interface Choices {
  readonly choices: readonly Choice[];
}

function ariaOf({ field, invalid, described }: Omit<ControlProps<unknown>, 'onChange'>) {
  return { 'aria-required': field.required, 'aria-invalid': invalid, 'aria-describedby': described } as const;
}

function inputOf(props: ControlProps<string>) {
  return {
    id: props.id,
    value: props.value,
    onInput: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      props.onChange(event.currentTarget.value),
    ...ariaOf(props),
  };
}

function textOf(props: ControlProps<string>) {
  return {
    ...inputOf(props),
    placeholder: placeholderOf(props.field),
    spellcheck: false,
    autocomplete: 'off',
  } as const;
}

/** Shows the default that applies when the field is empty. */
function placeholderOf({ defaultValue, control }: Field): string {
  if (defaultValue !== undefined) return asText(defaultValue);
  return control.kind === 'json' ? 'JSON' : '';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function TextControl(props: ControlProps<string> & { readonly long: boolean }) {
  if (props.long) return <textarea {...textOf(props)} class="control code" />;
  return <input {...textOf(props)} type="text" class="control" />;
}

/** Not of type `number`: that one hides invalid text from the page. */
export function NumberControl(props: ControlProps<string>) {
  const { control } = props.field;
  const inputMode = control.kind === 'number' && control.integer ? 'numeric' : 'decimal';
  return <input {...textOf(props)} type="text" class="control number" inputMode={inputMode} />;
}

export function LinesControl(props: ControlProps<string> & { readonly item: 'text' | 'number' }) {
  const { defaultValue } = props.field;
  const hasDefault = Array.isArray(defaultValue) && defaultValue.length > 0;
  return (
    <textarea
      {...textOf(props)}
      class="control code lines"
      placeholder={hasDefault ? defaultValue.join('\n') : 'one per line'}
      inputMode={props.item === 'number' ? 'decimal' : 'text'}
    />
  );
}

export function ChoiceControl(props: ControlProps<string> & Choices) {
  return (
    <select {...inputOf(props)} class="control" data-empty={props.value === ''}>
      <option value="">{emptyLabel(props.field)}</option>
      {props.choices.map((choice) => (
        <option key={choiceKey(choice)} value={choiceKey(choice)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

function emptyLabel({ defaultValue, required }: Field): string {
  if (defaultValue !== undefined) return `default: ${asText(defaultValue)}`;
  return required ? 'choose…' : 'not set';
}

/** An optional flag has three states: false is not the same as not set. */
export function FlagControl(props: ControlProps<string>) {
  const { id, field, value, onChange } = props;
  const options = field.required ? ['true', 'false'] : ['', 'true', 'false'];
  return (
    <div class="segments" role="radiogroup" aria-labelledby={`${id}-label`} {...ariaOf(props)}>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={id}
            value={option}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          <span>{option || emptyLabel(field)}</span>
        </label>
      ))}
    </div>
  );
}

export function SetControl(props: ControlProps<readonly string[]> & Choices) {
  const { id, value, described, onChange, choices } = props;
  const toggle = (key: string) =>
    onChange(value.includes(key) ? value.filter((other) => other !== key) : [...value, key]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its label inside
    <div class="boxes" role="group" aria-labelledby={`${id}-label`} aria-describedby={described}>
      {choices.map((choice) => (
        <label key={choiceKey(choice)}>
          <input
            type="checkbox"
            checked={value.includes(choiceKey(choice))}
            onChange={() => toggle(choiceKey(choice))}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
