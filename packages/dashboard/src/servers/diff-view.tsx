import { useMemo } from 'preact/hooks';
import { type DiffLine, diffLines } from './diff.ts';
import '../styles/diff.css';

/** Signs and the kind of element say what the colours say. Nothing is cut off: what is agreed to must be seen. */
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

function Line({ line }: { readonly line: DiffLine }) {
  switch (line.kind) {
    case 'added':
      return (
        <ins class="diff-line">
          <Sign sign="+" />
          <Text line={line} />
        </ins>
      );
    case 'removed':
      return (
        <del class="diff-line">
          <Sign sign="−" />
          <Text line={line} />
        </del>
      );
    case 'place':
      return <div class="diff-line diff-place">{line.text}</div>;
    case 'same':
      return (
        <div class="diff-line">
          <Sign sign=" " />
          <Text line={line} />
        </div>
      );
  }
}

function Sign({ sign }: { readonly sign: string }) {
  return <span class="diff-sign">{sign}</span>;
}

function Text({ line: { text, mark } }: { readonly line: DiffLine }) {
  if (!mark || mark[0] === mark[1]) return <span class="diff-text">{text}</span>;
  return (
    <span class="diff-text">
      {text.slice(0, mark[0])}
      <mark>{text.slice(...mark)}</mark>
      {text.slice(mark[1])}
    </span>
  );
}
