import { renderText } from '@molehill/core/render';
import * as z from 'zod';

/** Rows as tools answer with them. Keys of a row are the names of the columns, each of which is there once. */
export const rowsShape = {
  rowCount: z.number().describe('Rows in this answer'),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
};

/** The types in one line: a table of columns above the table of rows would be read as data. */
export function renderRowsAnswer(data: {
  readonly columns: readonly { name: string; type: string }[];
}): string {
  return renderText({ ...data, columns: data.columns.map(({ name, type }) => `${name} ${type}`).join(', ') });
}
