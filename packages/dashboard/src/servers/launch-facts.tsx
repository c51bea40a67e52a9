import type { UpstreamDescription } from '@molehill/api';
import { Facts } from '../elements.tsx';
import { escapeInvisible } from './escape-invisible.ts';

/** What a person needs to know to decide whether a server may run or be used, in full. */
export function LaunchFacts({ server }: { readonly server: UpstreamDescription }) {
  const { facts, file, shadows } = server;
  return (
    <Facts
      class="launch"
      testId="launch"
      facts={[
        ...facts.map(({ label, text, warning }) => [label, <Fact text={text} warning={warning} />] as const),
        ['Configured in', <Code text={file} />],
        ...(shadows.length === 0 ? [] : [['Overrides', <Names names={shadows} />] as const]),
      ]}
    />
  );
}

function Fact({ text, warning }: { readonly text: string; readonly warning: string | undefined }) {
  return (
    <>
      <code class="launch-line">{escapeInvisible(text)}</code>
      {warning !== undefined && (
        <p class="launch-warning" role="note">
          {escapeInvisible(warning)}
        </p>
      )}
    </>
  );
}

function Code({ text }: { readonly text: string }) {
  return <code>{escapeInvisible(text)}</code>;
}

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span class="muted">none</span>;
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name}>
          <Code text={name} />
        </li>
      ))}
    </ul>
  );
}
