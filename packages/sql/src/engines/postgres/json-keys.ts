/** The most frequent keys of the objects in a column: key, count, distinct values, types, an example. */
export function jsonKeys(source: string, column: string, type: string, top: number): string | undefined {
  if (type !== 'json' && type !== 'jsonb') return undefined;
  const value = `${column}::pg_catalog.jsonb`;
  const object = `CASE WHEN pg_catalog.jsonb_typeof(${value}) = 'object' THEN ${value} END`;
  return `SELECT e.key, count(*), count(DISTINCT e.value),
  string_agg(DISTINCT pg_catalog.jsonb_typeof(e.value), ', '), min(pg_catalog."left"(e.value::text, 100))
FROM ${source} CROSS JOIN LATERAL pg_catalog.jsonb_each(${object}) AS e(key, value)
GROUP BY e.key ORDER BY 2 DESC, 1 LIMIT ${top}`;
}
