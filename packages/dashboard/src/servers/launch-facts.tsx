import type { UpstreamDescription } from '@molehill/api';
import type { ComponentChildren } from 'preact';
import { escapeInvisible } from './escape-invisible.ts';

/** What a person needs to know to decide whether a server may run or be used. */
export function LaunchFacts({ server }: { readonly server: UpstreamDescription }) {
  const { kind, runs, folder, given, file, shadows } = server;
  const isProgram = kind === 'stdio';
  return (
    <dl class="launch" data-testid="launch">
      <Fact name={isProgram ? 'Command' : 'Address'}>
        <code class="launch-line">{escapeInvisible(runs)}</code>
      </Fact>
      {folder !== undefined && (
        <Fact name="Working directory">
          <code>{escapeInvisible(folder)}</code>
        </Fact>
      )}
      <Fact name={isProgram ? 'Environment variables' : 'Headers'}>
        <Names names={given} />
      </Fact>
      <Fact name="Configured in">
        <code>{escapeInvisible(file)}</code>
      </Fact>
      {shadows.length > 0 && (
        <Fact name="Overrides">
          <Names names={shadows} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span class="muted">none</span>;
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name}>
          <code>{escapeInvisible(name)}</code>
        </li>
      ))}
    </ul>
  );
}
