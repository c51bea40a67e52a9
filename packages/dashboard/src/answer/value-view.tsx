import type { ComponentChildren } from 'preact';
import { isRecord } from '../form/schema.ts';
import { Scalar } from './scalar.tsx';
import { gridOf, isNested, type Table, tableOf } from './shape.ts';
import { TableView } from './table-view.tsx';
import { Tree } from './tree.tsx';

const LONGEST_LIST_IN_LINE = 60;

/** The form that reads best: a table for rows, a list for what has names, a tree for the rest. */
export function ValueView({ data }: { readonly data: unknown }) {
  if (typeof data === 'string') return <pre class="text">{data === '' ? '(empty text)' : data}</pre>;
  const table = tableOf(data);
  if (table) return <TableView table={table} />;
  if (isRecord(data)) return <RecordView record={data} />;
  if (Array.isArray(data) && data.length > 0) return <Tree value={data} />;
  return (
    <p class="single">
      <Scalar value={data} />
    </p>
  );
}

function RecordView({ record }: { readonly record: Readonly<Record<string, unknown>> }) {
  const grid = gridOf(record);
  const entries = Object.entries(record).filter(([key]) => !grid || (key !== 'columns' && key !== 'rows'));
  const short = entries.filter(([, value]) => isShort(value));
  const long = entries.filter(([, value]) => !isShort(value));
  if (entries.length === 0 && !grid) return <p class="single muted">An empty object.</p>;
  return (
    <div class="record">
      {short.length > 0 && <Pairs pairs={short} />}
      {grid && <RowsSection title="rows" table={grid} />}
      {long.map(([key, value]) => (
        <LongValue key={key} name={key} value={value} />
      ))}
    </div>
  );
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\n');
  return !isNested(value) || (Array.isArray(value) && !value.some(isNested) && isOneLine(value));
}

function isOneLine(list: readonly unknown[]): boolean {
  return JSON.stringify(list).length <= LONGEST_LIST_IN_LINE;
}

function Pairs({ pairs }: { readonly pairs: readonly (readonly [string, unknown])[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <Scalar value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LongValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const table = tableOf(value);
  if (table) return <RowsSection title={name} table={table} />;
  return (
    <Section title={name} count={Array.isArray(value) ? value.length : undefined}>
      {typeof value === 'string' ? <pre class="text">{value}</pre> : <Tree value={value} />}
    </Section>
  );
}

function RowsSection({ title, table }: { readonly title: string; readonly table: Table }) {
  return (
    <Section title={title} count={table.rows.length}>
      <TableView table={table} label={title} />
    </Section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count: number | undefined;
  readonly children: ComponentChildren;
}

function Section({ title, count, children }: SectionProps) {
  return (
    <section class="record-part">
      <h3>
        {title}
        {count !== undefined && <span class="count">{count}</span>}
      </h3>
      {children}
    </section>
  );
}
