import type { ComponentChildren } from 'preact';
import { Scalar } from './scalar.tsx';

export function Pairs({ pairs }: { readonly pairs: readonly (readonly [string, unknown])[] }) {
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

interface SectionProps {
  readonly title: string;
  readonly count?: number | undefined;
  readonly children: ComponentChildren;
}

export function Section({ title, count, children }: SectionProps) {
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
