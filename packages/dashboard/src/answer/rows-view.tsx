import { useMemo } from 'preact/hooks';
import { formatCount } from '../format.ts';
import type { ViewProps } from './lazy-view.tsx';
import { gridOf } from './shape.ts';
import { TableView } from './table-view.tsx';

/** Rows and columns of a database. */
export function RowsView({ data }: ViewProps) {
  const table = useMemo(() => gridOf(data), [data]);
  if (!table) return null;
  if (table.columns.length === 0) return <p class="muted">The statement returned no rows.</p>;
  return (
    <section class="record-part" aria-label="Rows">
      <p class="rows-count">
        {formatCount(table.rows.length, 'row')}, {formatCount(table.columns.length, 'column')}
      </p>
      <TableView table={table} testId="rows-table" />
    </section>
  );
}
