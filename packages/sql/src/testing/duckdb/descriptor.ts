import { file, route } from '@molehill/connections/fields';
import { baseConnectionShape } from '@molehill/connections/shape';
import * as z from 'zod';
import type { Engine } from '../../engines/engine.ts';

const schema = z.strictObject({
  name: baseConnectionShape.name,
  readonly: baseConnectionShape.readonly,
  type: route(z.literal('duckdb')),
  file: file(z.string().min(1)),
});

export type DuckdbConnection = z.output<typeof schema>;

/** An engine that the product does not ship: it proves that a folder and a registry line suffice. */
export const duckdb: Engine<DuckdbConnection> = {
  type: 'duckdb',
  title: 'DuckDB',
  schema,
  dsn: {
    schemes: ['duckdb'],
    form: 'duckdb:…',
    parse: (text) => ({ fields: { file: text.replace(/^duckdb:(\/\/)?/i, '') } }),
  },
  aliases: [],
  driver: 'duckdb',
  placeOf: ({ file }) => file,
  labelOf: ({ file }) => file,
  load: async () => (await import('./dialect.ts')).duckdbDialect,
};
