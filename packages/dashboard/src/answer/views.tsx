import type { ComponentType } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { isRecord } from '../json.ts';
import { isContent } from './content/content.ts';
import { isDiagram } from './diagram/is-diagram.ts';
import { lazyView, type ViewProps } from './lazy-view.tsx';
import { isPlan } from './plan/read-plan.ts';
import { gridOf } from './shape.ts';
import { TableView } from './table-view.tsx';

/** A view for answers of one shape. The shape decides, not the tool, so that upstream servers benefit too. */
export interface AnswerView {
  readonly matches: (data: unknown) => boolean;
  readonly View: ComponentType<ViewProps>;
  /** The keys of the answer that the view covers; all others are shown beside it. */
  readonly uses: (data: unknown) => readonly string[];
}

/** The first match is used. */
const VIEWS: readonly AnswerView[] = [
  {
    matches: isPlan,
    View: lazyView(() => import('./plan/plan-view.tsx').then((module) => module.PlanView)),
    uses: () => ['text', 'json', 'plan'],
  },
  {
    matches: isDiagram,
    View: lazyView(() => import('./diagram/diagram-view.tsx').then((module) => module.DiagramView)),
    uses: () => ['mermaid'],
  },
  {
    matches: (data) => gridOf(data) !== undefined,
    View: RowsView,
    uses: (data) => ['columns', 'rows', ...(countsRows(data) ? ['rowCount'] : [])],
  },
  {
    matches: isContent,
    View: lazyView(() => import('./content/content-view.tsx').then((module) => module.ContentView)),
    uses: () => ['content'],
  },
];

/** Rows and columns of a database. */
function RowsView({ data }: ViewProps) {
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

/** The table shows its number of rows itself. */
function countsRows(data: unknown): boolean {
  return isRecord(data) && Array.isArray(data.rows) && data.rowCount === data.rows.length;
}

export function viewOf(data: unknown): AnswerView | undefined {
  return VIEWS.find(({ matches }) => matches(data));
}
