import { useMemo } from 'preact/hooks';
import { tokenizeJson } from './highlight.ts';

/** Highlighting of longer texts is too slow. */
const MAX_HIGHLIGHTED = 60_000;

export function JsonText({ value }: { readonly value: unknown }) {
  const json = useMemo(() => JSON.stringify(value, null, 2), [value]);
  const tokens = useMemo(() => (json.length > MAX_HIGHLIGHTED ? undefined : tokenizeJson(json)), [json]);
  return (
    <pre class="text json">
      {tokens?.map(({ kind, text }) => (kind === 'plain' ? text : <span class={kind}>{text}</span>)) ?? json}
    </pre>
  );
}
