import type { ToolDescription } from '@molehill/api';
import { useEffect, useRef } from 'preact/hooks';
import { AnswerPanel } from './answer/answer-panel.tsx';
import { CopyButton } from './buttons.tsx';
import { badgesOf } from './effects.ts';
import type { Forms } from './form/form-state.ts';
import { ToolForm } from './form/tool-form.tsx';
import type { LiveCalls, RunningCall } from './live-calls.ts';
import { toolOfCall } from './tool-list.ts';
import type { Run, ToolRuns } from './tool-runs.ts';
import './styles/tool.css';

interface ToolViewProps {
  readonly tool: ToolDescription;
  readonly runs: ToolRuns;
  readonly forms: Forms;
  readonly calls: LiveCalls;
  readonly focusForm: boolean;
}

export function ToolView({ tool, runs, forms, calls, focusForm }: ToolViewProps) {
  const run = runs.of(tool.name);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = root.current?.querySelector<HTMLElement>('form :is(input, select, textarea, .primary)');
    if (focusForm) first?.focus();
  }, [focusForm]);
  return (
    <div class="tool" ref={root}>
      <ToolHead tool={tool} />
      <ToolForm tool={tool} runs={runs} forms={forms} />
      <AnswerPanel run={run} call={pendingCall(tool, run, calls)} />
    </div>
  );
}

function ToolHead({ tool }: { readonly tool: ToolDescription }) {
  return (
    <div class="tool-head">
      <div class="tool-title">
        <h1>{tool.title}</h1>
        <span class="tool-name">
          <code>{tool.name}</code>
          <CopyButton what="the name" text={() => tool.name} />
        </span>
        <ul class="badges" aria-label="Effects">
          {badgesOf(tool.effects).map(({ tone, label, meaning }) => (
            <li key={label} class="badge" data-tone={tone} title={meaning}>
              {label}
            </li>
          ))}
        </ul>
      </div>
      <p class="tool-description">{tool.description}</p>
    </div>
  );
}

/** The id of a call arrives with its answer; until then, the newest call of this tool from a page is taken for it. */
function pendingCall(tool: ToolDescription, run: Run, calls: LiveCalls): RunningCall | undefined {
  if (!run.pending) return undefined;
  return calls.running.find((call) => call.frontend === 'page' && toolOfCall([tool], call) !== undefined);
}
