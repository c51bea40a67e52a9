import type { ComponentChildren } from 'preact';

interface BadgeProps {
  readonly tone: 'calm' | 'warn' | 'danger' | 'plain';
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class="badge" data-tone={tone} title={title}>
      {children}
    </span>
  );
}

interface FactsProps {
  readonly class: string;
  readonly testId?: string;
  readonly facts: readonly (readonly [label: string, value: ComponentChildren])[];
}

export function Facts({ class: name, testId, facts }: FactsProps) {
  return (
    <dl class={name} data-testid={testId}>
      {facts.map(([label, value]) => (
        <div>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Announced when its text appears. */
export function ProblemText({
  id,
  children,
}: {
  readonly id?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <p id={id} class="problem" role="alert">
      {children}
    </p>
  );
}
