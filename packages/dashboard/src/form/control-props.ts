import type { Field } from './schema.ts';

export interface ControlProps<Value> {
  readonly id: string;
  readonly field: Field;
  readonly value: Value;
  readonly described: string;
  readonly invalid: boolean;
  readonly onChange: (value: Value) => void;
}
