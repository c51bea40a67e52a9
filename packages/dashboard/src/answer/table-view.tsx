import { useMemo, useState } from 'preact/hooks';
import { Scalar } from './scalar.tsx';
import type { Column, Table } from './shape.ts';
import { nextOrder, type Order, sortRows } from './sort.ts';
import '../styles/table.css';

/** More rows than anybody reads make the page slow; they come on demand. */
const FIRST_ROWS = 500;

export function TableView({ table, label = 'Rows' }: { readonly table: Table; readonly label?: string }) {
  const [order, setOrder] = useState<Order>();
  const [all, setAll] = useState(false);
  const sorted = useMemo(() => sortRows(table.rows, order), [table, order]);
  const rows = all ? sorted : sorted.slice(0, FIRST_ROWS);
  return (
    <div class="table-frame">
      <table aria-label={label}>
        <thead>
          <tr>
            {table.columns.map((column, index) => (
              <ColumnHead
                key={column.name}
                column={column}
                direction={order?.column === index ? order.direction : undefined}
                onSort={() => setOrder(nextOrder(order, index))}
              />
            ))}
          </tr>
        </thead>
        <TableBody columns={table.columns} rows={rows} />
      </table>
      {rows.length < sorted.length && (
        <button type="button" class="button" onClick={() => setAll(true)}>
          Show all {sorted.length} rows
        </button>
      )}
    </div>
  );
}

function TableBody({ columns, rows }: Table) {
  return (
    <tbody>
      {rows.map((row) => (
        <tr>
          {columns.map((column, index) => (
            <td key={column.name} data-numeric={column.numeric}>
              <div>
                <Scalar value={row[index]} />
              </div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface ColumnHeadProps {
  readonly column: Column;
  readonly direction: Order['direction'] | undefined;
  readonly onSort: () => void;
}

const ARROWS = { ascending: '↑', descending: '↓' } as const;

function ColumnHead({ column, direction, onSort }: ColumnHeadProps) {
  return (
    <th scope="col" aria-sort={direction ?? 'none'} data-numeric={column.numeric}>
      <button type="button" title={`Sort by ${column.name}`} onClick={onSort}>
        {column.name}
        <span class="arrow" aria-hidden="true">
          {direction && ARROWS[direction]}
        </span>
      </button>
    </th>
  );
}
