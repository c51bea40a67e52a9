import { renderText } from '@molehill/core/render';
import * as z from 'zod';

/** Rows in a result. Keys of a row are the column names, which are unique. */
export const rowsShape = {
  rowCount: z.number().describe('Rows in this answer'),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.record(z.string(), z.unknown())),
};

/** Prints column types in one line: a table of columns above the rows would be read as data. */
export function renderRowsAnswer(data: {
  readonly columns: readonly { name: string; type: string }[];
}): string {
  return renderText({ ...data, columns: data.columns.map(({ name, type }) => `${name} ${type}`).join(', ') });
}
