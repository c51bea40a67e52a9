import type { ControlProps } from './control-props.ts';
import { choiceKey } from './input.ts';
import type { Choice } from './schema.ts';

interface Choices {
  readonly choices: readonly Choice[];
}

export function ChoiceControl({
  id,
  field,
  value,
  described,
  invalid,
  onChange,
  choices,
}: ControlProps<string> & Choices) {
  return (
    <select
      id={id}
      class="control"
      value={value}
      aria-required={field.required}
      aria-invalid={invalid}
      aria-describedby={described}
      data-empty={value === ''}
      onInput={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{emptyLabel(field.standard, field.required)}</option>
      {choices.map((choice) => (
        <option key={choiceKey(choice)} value={choiceKey(choice)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

function emptyLabel(standard: unknown, required: boolean): string {
  if (standard !== undefined)
    return `default: ${typeof standard === 'string' ? standard : JSON.stringify(standard)}`;
  return required ? 'choose…' : 'not set';
}

/** Three states where a flag may be left out: saying false is not the same as saying nothing. */
export function FlagControl({ id, field, value, described, invalid, onChange }: ControlProps<string>) {
  const options = [
    ...(field.required ? [] : [{ value: '', label: emptyLabel(field.standard, false) }]),
    { value: 'true', label: 'true' },
    { value: 'false', label: 'false' },
  ];
  return (
    <div
      class="segments"
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={described}
      aria-required={field.required}
      aria-invalid={invalid}
    >
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

export function SetControl({
  id,
  value,
  described,
  onChange,
  choices,
}: ControlProps<readonly string[]> & Choices) {
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
