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

/** Shows the default that applies when the field is empty. */
function placeholderOf({ defaultValue, control }: Field): string {
  if (control.kind === 'lines')
    return Array.isArray(defaultValue) && defaultValue.length > 0 ? defaultValue.join('\n') : 'one per line';
  if (defaultValue !== undefined) return asText(defaultValue);
  return control.kind === 'json' ? 'JSON' : '';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number is entered as text: an input of type `number` hides invalid text from the page. */
export function TextControl(props: ControlProps<string>) {
  const { control } = props.field;
  const text = {
    ...inputOf(props),
    placeholder: placeholderOf(props.field),
    spellcheck: false,
    autocomplete: 'off',
  } as const;
  switch (control.kind) {
    case 'number':
      return (
        <input
          {...text}
          type="text"
          class="control number"
          inputMode={control.integer ? 'numeric' : 'decimal'}
        />
      );
    case 'lines':
      return (
        <textarea
          {...text}
          class="control code lines"
          inputMode={control.item === 'number' ? 'decimal' : 'text'}
        />
      );
    default:
      if (control.kind === 'text' && !control.long) return <input {...text} type="text" class="control" />;
      return <textarea {...text} class="control code" />;
  }
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
          <input type="radio" name={id} checked={value === option} onChange={() => onChange(option)} />
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
      {choices.map((choice) => {
        const key = choiceKey(choice);
        return (
          <label key={key}>
            <input type="checkbox" checked={value.includes(key)} onChange={() => toggle(key)} />
            <span>{choice.label}</span>
          </label>
        );
      })}
    </div>
  );
}
