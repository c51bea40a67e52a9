import { isRecord } from '@molehill/core/record';
import type { ToolDefinition } from '../tool-definition.ts';

/** How much a word counts by where it stands, and the shape of the curve; found by measuring, see bench/search. */
export interface SearchWeights {
  readonly name: number;
  readonly title: number;
  /** The first sentence of a description says what a tool does, the rest how. */
  readonly lead: number;
  readonly rest: number;
  readonly parameter: number;
  readonly parameterText: number;
  /** What a word of similar meaning counts, against the word itself. */
  readonly synonym: number;
  /** What a longer or shorter form of a word counts. */
  readonly kin: number;
  /** How fast repetition stops to matter. */
  readonly saturation: number;
  /** How much a long text is held against it, from 0 to 1. */
  readonly lengthShare: number;
}

export const defaultWeights: SearchWeights = {
  name: 3,
  title: 1,
  lead: 2,
  rest: 0.5,
  parameter: 0.5,
  parameterText: 0.2,
  synonym: 0.8,
  kin: 0.7,
  saturation: 1.2,
  lengthShare: 0.5,
};

export interface Field {
  textOf(tool: ToolDefinition): string;
  readonly weight: number;
  readonly lengthShare: number;
}

export function fields(weights: SearchWeights): readonly Field[] {
  const { lengthShare } = weights;
  const parametersText = (tool: ToolDefinition) =>
    parametersOf(tool)
      .map(({ description }) => description)
      .join(' ');
  return [
    { textOf: ({ name }) => name, weight: weights.name, lengthShare },
    { textOf: ({ title = '' }) => title, weight: weights.title, lengthShare },
    { textOf: (tool) => leadOf(tool).lead, weight: weights.lead, lengthShare },
    { textOf: (tool) => leadOf(tool).rest, weight: weights.rest, lengthShare },
    {
      textOf: (tool) =>
        parametersOf(tool)
          .map(({ name }) => name)
          .join(' '),
      weight: weights.parameter,
      lengthShare,
    },
    { textOf: parametersText, weight: weights.parameterText, lengthShare },
  ];
}

const LONGEST_LEAD = 200;

function leadOf({ description = '' }: ToolDefinition): { readonly lead: string; readonly rest: string } {
  const text = description.trim();
  const end = /[.!?:;](?=\s)|\n/.exec(text)?.index ?? text.length;
  const at = Math.min(end, LONGEST_LEAD);
  return { lead: text.slice(0, at), rest: text.slice(at) };
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export function parametersOf({ inputSchema }: ToolDefinition): readonly Parameter[] {
  const { properties, required } = isRecord(inputSchema) ? inputSchema : {};
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    description: isRecord(schema) && typeof schema.description === 'string' ? schema.description : '',
    required: needed.has(name),
  }));
}
