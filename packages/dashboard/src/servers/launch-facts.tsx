import type { UpstreamDescription } from '@molehill/api';
import type { ComponentChildren } from 'preact';
import { inPlainSight } from './plain-sight.ts';

/** All that is needed to decide whether something may run, or be called, on one's behalf. */
export function LaunchFacts({ server }: { readonly server: UpstreamDescription }) {
  const { kind, runs, folder, given, file, shadows } = server;
  const isProgram = kind === 'stdio';
  return (
    <dl class="launch" data-testid="launch">
      <Fact name={isProgram ? 'Runs' : 'Calls'}>
        <code class="launch-line">{inPlainSight(runs)}</code>
      </Fact>
      {folder !== undefined && (
        <Fact name="In the folder">
          <code>{inPlainSight(folder)}</code>
        </Fact>
      )}
      <Fact name={isProgram ? 'With variables' : 'With headers'}>
        <Names names={given} />
      </Fact>
      <Fact name="Written in">
        <code>{inPlainSight(file)}</code>
      </Fact>
      {shadows.length > 0 && (
        <Fact name="Instead of the one in">
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
          <code>{inPlainSight(name)}</code>
        </li>
      ))}
    </ul>
  );
}
