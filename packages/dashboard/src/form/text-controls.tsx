import type { ControlProps } from './control-props.ts';
import type { Field } from './schema.ts';

/** Shows what the server takes when nothing is typed. */
function placeholderOf({ standard, control }: Field): string {
  if (standard === undefined) return control.kind === 'json' ? 'JSON' : '';
  return typeof standard === 'string' ? standard : JSON.stringify(standard);
}

function attributesOf(props: ControlProps<string>) {
  return {
    id: props.id,
    value: props.value,
    placeholder: placeholderOf(props.field),
    spellcheck: false,
    autocomplete: 'off',
    'aria-required': props.field.required,
    'aria-invalid': props.invalid,
    'aria-describedby': props.described,
  } as const;
}

export function TextControl(props: ControlProps<string> & { readonly long: boolean }) {
  const attributes = attributesOf(props);
  if (props.long) {
    return (
      <textarea
        {...attributes}
        class="control code"
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <input
      {...attributes}
      type="text"
      class="control"
      onInput={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** Not of the type `number`: that one hides from the page what it cannot read. */
export function NumberControl(props: ControlProps<string>) {
  const { control } = props.field;
  return (
    <input
      {...attributesOf(props)}
      type="text"
      class="control number"
      inputMode={control.kind === 'number' && control.integer ? 'numeric' : 'decimal'}
      onInput={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

export function LinesControl(props: ControlProps<string> & { readonly item: 'text' | 'number' }) {
  const { standard } = props.field;
  const usual = Array.isArray(standard) && standard.length > 0 ? standard.join('\n') : 'one per line';
  return (
    <textarea
      {...attributesOf(props)}
      class="control code lines"
      placeholder={usual}
      inputMode={props.item === 'number' ? 'decimal' : 'text'}
      onInput={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
