import type { UpstreamDescription } from '@molehill/api';
import { Facts } from '../elements.tsx';
import { escapeInvisible } from './escape-invisible.ts';

/** What a person needs to know to decide whether a server may run or be used. */
export function LaunchFacts({ server }: { readonly server: UpstreamDescription }) {
  const { kind, runs, folder, given, file, shadows } = server;
  const isProgram = kind === 'stdio';
  return (
    <Facts
      class="launch"
      testId="launch"
      facts={[
        [isProgram ? 'Command' : 'Address', <code class="launch-line">{escapeInvisible(runs)}</code>],
        ...(folder === undefined ? [] : [['Working directory', <Code text={folder} />] as const]),
        [isProgram ? 'Environment variables' : 'Headers', <Names names={given} />],
        ['Configured in', <Code text={file} />],
        ...(shadows.length === 0 ? [] : [['Overrides', <Names names={shadows} />] as const]),
      ]}
    />
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
