import { useMemo } from 'preact/hooks';
import { type DiffLine, diffLines } from './diff.ts';
import '../styles/diff.css';

const ELEMENTS = { added: 'ins', removed: 'del', same: 'div' } as const;
const SIGNS = { added: '+', removed: '−', same: ' ' } as const;

/** Signs and elements say what the colours say. Nothing is cut off: a person approves all of it. */
export function DiffView({ diff, label }: { readonly diff: string; readonly label: string }) {
  const lines = useMemo(() => diffLines(diff), [diff]);
  return (
    <section class="diff" aria-label={label} data-testid="diff">
      {lines.map((line) => (
        <Line line={line} />
      ))}
    </section>
  );
}

function Line({ line: { kind, text, mark } }: { readonly line: DiffLine }) {
  if (kind === 'hunk') return <div class="diff-line diff-place">{text}</div>;
  const Element = ELEMENTS[kind];
  const [from, to] = mark ?? [0, 0];
  return (
    <Element class="diff-line">
      <span class="diff-sign">{SIGNS[kind]}</span>
      <span class="diff-text">
        {text.slice(0, from)}
        {from < to && <mark>{text.slice(from, to)}</mark>}
        {text.slice(to)}
      </span>
    </Element>
  );
}
