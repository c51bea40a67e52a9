import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Cell, CellDialog, type OpenCell } from './cell.tsx';
import type { Column, Table } from './shape.ts';
import { nextOrder, type Order, type Row, sortRows } from './sort.ts';
import '../styles/table.css';

/** Rows rendered at a time; more are rendered on scrolling. */
const BATCH = 200;

interface TableViewProps {
  readonly table: Table;
  readonly label?: string;
  readonly testId?: string;
}

export function TableView({ table, label = 'Rows', testId }: TableViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { rows, unrendered, order, sortBy, renderMore } = useSortedRows(table);
  const [open, setOpen] = useState<OpenCell>();
  const sort = (column: number) => {
    sortBy(column);
    frame.current?.scrollTo({ top: 0 });
  };
  return (
    <div class="table-frame" ref={frame} data-testid={testId}>
      <table aria-label={label} aria-rowcount={table.rows.length + 1}>
        <thead>
          <tr>
            {table.columns.map((column, index) => (
              <ColumnHead
                key={index}
                column={column}
                direction={order?.column === index ? order.direction : undefined}
                onSort={() => sort(index)}
              />
            ))}
          </tr>
        </thead>
        <TableBody columns={table.columns} rows={rows} onOpen={setOpen} />
      </table>
      {table.rows.length === 0 && <p class="no-rows">No rows.</p>}
      {unrendered > 0 && <MoreRows key={unrendered} count={unrendered} onNear={renderMore} />}
      {open && <CellDialog {...open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** The rows to render, in the chosen order. */
function useSortedRows(table: Table) {
  const [order, setOrder] = useState<Order>();
  const [rendered, setRendered] = useState(BATCH);
  const sorted = useMemo(
    () => sortRows(table.rows, order, order && table.columns[order.column]?.numeric),
    [table, order],
  );
  return {
    rows: sorted.slice(0, rendered),
    unrendered: sorted.length - rendered,
    order,
    sortBy: (column: number) => {
      setOrder(nextOrder(order, column));
      setRendered(BATCH);
    },
    renderMore: () => setRendered(rendered + BATCH),
  };
}

interface TableBodyProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly onOpen: (cell: OpenCell) => void;
}

function TableBody({ columns, rows, onOpen }: TableBodyProps) {
  const nullText = columns.some(({ type }) => type !== undefined) ? 'NULL' : 'null';
  return (
    <tbody>
      {rows.map((row) => (
        <tr>
          {columns.map(({ name: column, numeric }, index) => (
            <td key={index} data-numeric={numeric}>
              <div>
                <Cell value={row[index]} nullText={nullText} onOpen={(value) => onOpen({ column, value })} />
              </div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Renders more rows before the end is reached. */
function MoreRows({ count, onNear }: { readonly count: number; readonly onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      root: end.current?.parentElement ?? null,
      rootMargin: '800px',
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="more-rows" ref={end}>
      {count} more rows
    </div>
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
        {column.type && <span class="column-type">{column.type}</span>}
      </button>
    </th>
  );
}
