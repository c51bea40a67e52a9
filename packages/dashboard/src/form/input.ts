import { isRecord, type JsonObject, listOf } from '../json.ts';
import type { Choice, Field } from './schema.ts';

/** The state of a control: its text, the chosen values, or the controls of a group. */
export type DraftValue = string | readonly string[] | Draft;
export interface Draft {
  readonly [key: string]: DraftValue;
}

interface Composed {
  readonly input: JsonObject;
  /** By path. Only what cannot be sent; the server validates the rest. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Identifies a value in a select or a set of checkboxes; labels may be ambiguous. */
export function choiceKey(choice: Choice): string {
  return JSON.stringify(choice.value);
}

export function composeInput(fields: readonly Field[], draft: Draft): Composed {
  const errors: Record<string, string> = {};
  return { input: composeGroup(fields, draft, errors), errors };
}

function composeGroup(
  fields: readonly Field[],
  draft: Draft,
  errors: Record<string, string>,
): Record<string, unknown> {
  const pairs = fields.map((field) => [field.key, composeField(field, draft[field.key], errors)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** Undefined for an empty field, so that the server's default applies. */
function composeField(field: Field, value: DraftValue | undefined, errors: Record<string, string>): unknown {
  const { control } = field;
  switch (control.kind) {
    case 'group': {
      const input = composeGroup(control.fields, isRecord(value) ? value : {}, errors);
      return field.required || Object.keys(input).length > 0 ? input : undefined;
    }
    case 'set': {
      const keys = listOf(value);
      const values = keys.map((key) => chosen(control.choices, key)).filter((each) => each !== undefined);
      return keys.length > 0 ? values : undefined;
    }
    case 'choice':
      return chosen(control.choices, value);
    default:
      return typeof value === 'string' && value !== '' ? composeText(field, value, errors) : undefined;
  }
}

function chosen(choices: readonly Choice[], key: unknown): unknown {
  return choices.find((choice) => choiceKey(choice) === key)?.value;
}

function composeText({ control, path }: Field, text: string, errors: Record<string, string>): unknown {
  switch (control.kind) {
    case 'number':
      return readNumber(text);
    case 'boolean':
      return text === 'true';
    case 'lines': {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      if (lines.length === 0) return undefined;
      return control.item === 'number' ? lines.map(readNumber) : lines;
    }
    case 'json': {
      if (text.trim() === '') return undefined;
      const parsed = parseJson(text);
      if (parsed.ok) return parsed.value;
      errors[path] = parsed.message;
      return undefined;
    }
    default:
      return text;
  }
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Text that is not a number, or not one a double represents, is sent as it is: the server explains what it expects. */
function readNumber(text: string): unknown {
  const typed = text.trim();
  if (!NUMBER.test(typed)) return text;
  const value = Number(typed);
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return exact ? value : text;
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: `Not valid JSON: ${error instanceof Error ? error.message : 'invalid'}` };
  }
}

/** The form for an input, and the keys of the input that the form would not send again unchanged. */
export function draftOf(fields: readonly Field[], input: JsonObject) {
  const draft = draftGroup(fields, input);
  const composed = composeInput(fields, draft).input;
  const keys = new Set([...Object.keys(input), ...Object.keys(composed)]);
  return { draft, unfit: [...keys].filter((key) => canonical(input[key]) !== canonical(composed[key])) };
}

function draftGroup(fields: readonly Field[], input: JsonObject): Draft {
  const pairs = fields.flatMap((field) => {
    const value = draftField(field, input[field.key]);
    return value === undefined ? [] : [[field.key, value] as const];
  });
  return Object.fromEntries(pairs);
}

function draftField({ control }: Field, value: unknown): DraftValue | undefined {
  if (value === undefined) return undefined;
  switch (control.kind) {
    case 'group':
      return isRecord(value) ? draftGroup(control.fields, value) : undefined;
    case 'set':
      return Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : undefined;
    case 'lines':
      return Array.isArray(value) ? value.map(asTyped).join('\n') : undefined;
    case 'choice':
      return JSON.stringify(value);
    case 'json':
      return JSON.stringify(value, null, 2);
    default:
      return asTyped(value);
  }
}

/** Without the value's own `toString`, which JSON may replace with something else. */
function asTyped(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Equal for equal values, whatever the order of keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      isRecord(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
