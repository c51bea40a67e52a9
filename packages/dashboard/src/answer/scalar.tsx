/** A value in one line; other types look different from strings with the same characters. */
export function Scalar({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') return value === '' ? <span class="absent">""</span> : value;
  if (value === null) return <span class="absent">null</span>;
  if (value === undefined) return <span class="absent">–</span>;
  if (typeof value === 'number') return <span class="number">{String(value)}</span>;
  if (typeof value === 'boolean') return <span class="word">{String(value)}</span>;
  return <code>{JSON.stringify(value)}</code>;
}
