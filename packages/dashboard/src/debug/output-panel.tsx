import type { DebugSessionResponse } from '@molehill/api';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Follows the end, unless the person scrolled up. */
export function OutputPanel({ output }: { readonly output: DebugSessionResponse['output'] }) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const last = output.at(-1);
  useLayoutEffect(() => {
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last?.seq, last?.text]);
  return (
    <section class="debug-output" aria-label="Output" data-testid="debug-output">
      <h2>Output</h2>
      {output.length === 0 && <p class="debug-note">Nothing printed yet</p>}
      <ol
        ref={list}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 8;
        }}
      >
        {output.map(({ seq, category, text }) => (
          <li key={seq} data-category={category}>
            {text === '' ? '\u00a0' : text}
          </li>
        ))}
      </ol>
    </section>
  );
}
