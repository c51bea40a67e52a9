import { useMemo } from 'preact/hooks';
import { tokenizeJson } from './highlight.ts';

/** Beyond this, colours cost more time than they save. */
const LONGEST_COLOURED = 60_000;

export function JsonText({ value }: { readonly value: unknown }) {
  const json = useMemo(() => JSON.stringify(value, null, 2), [value]);
  const tokens = useMemo(() => (json.length > LONGEST_COLOURED ? undefined : tokenizeJson(json)), [json]);
  return (
    <pre class="text json">
      {tokens?.map(({ kind, text }) => (kind === 'plain' ? text : <span class={kind}>{text}</span>)) ?? json}
    </pre>
  );
}
