import { Facts } from '../elements.tsx';
import { isRecord, type JsonObject } from '../json.ts';
import { Scalar } from './scalar.tsx';
import { isNested, tableOf } from './shape.ts';
import { TableView } from './table-view.tsx';
import { Tree } from './tree.tsx';
import { viewOf } from './views.tsx';

const MAX_INLINE_LIST = 60;

/** Chooses a special view, a table, a list of members or a tree. */
export function ValueView({ data }: { readonly data: unknown }) {
  if (typeof data === 'string') return <pre class="text">{data === '' ? '(empty string)' : data}</pre>;
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

function RecordView({ record }: { readonly record: JsonObject }) {
  const special = viewOf(record);
  const uses = special?.uses(record) ?? [];
  const entries = Object.entries(record).filter(([key]) => !uses.includes(key));
  const short = entries.filter(([, value]) => isShort(value));
  const long = entries.filter(([, value]) => !isShort(value));
  if (entries.length === 0 && !special) return <p class="single muted">Empty object</p>;
  return (
    <div class="record">
      {short.length > 0 && (
        <Facts class="pairs" facts={short.map(([key, value]) => [key, <Scalar value={value} />])} />
      )}
      {special && <special.View data={record} />}
      {long.map(([key, value]) => (
        <LongValue key={key} name={key} value={value} />
      ))}
    </div>
  );
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\n');
  if (!isNested(value)) return true;
  return Array.isArray(value) && !value.some(isNested) && JSON.stringify(value).length <= MAX_INLINE_LIST;
}

function LongValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const table = tableOf(value);
  return (
    <section class="record-part">
      <h3>
        {name}
        {Array.isArray(value) && <span class="count">{value.length}</span>}
      </h3>
      {table ? <TableView table={table} label={name} /> : <OtherValue value={value} />}
    </section>
  );
}

function OtherValue({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') return <pre class="text">{value}</pre>;
  if (isRecord(value) && viewOf(value)) return <RecordView record={value} />;
  if (!Array.isArray(value) || !value.every(isRecord) || !value.some(viewOf)) return <Tree value={value} />;
  return (
    <ol class="answers">
      {value.map((item: JsonObject) => (
        <li>
          <RecordView record={item} />
        </li>
      ))}
    </ol>
  );
}
