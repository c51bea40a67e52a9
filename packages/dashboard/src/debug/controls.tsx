import type { DebugSessionResponse } from '@molehill/api';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { actOnDebugSession, problemOf } from '../api-client.ts';
import { ProblemText } from '../elements.tsx';
import { ContinueIcon, PauseIcon, StepIntoIcon, StepOutIcon, StepOverIcon, StopIcon } from '../icons.tsx';
import { stateText } from './state-text.ts';

interface Action {
  readonly action: string;
  readonly label: string;
  readonly icon: ComponentChildren;
  readonly in: readonly DebugSessionResponse['state'][];
}

const ACTIONS: readonly Action[] = [
  { action: 'continue', label: 'Continue', icon: <ContinueIcon />, in: ['stopped'] },
  { action: 'pause', label: 'Pause', icon: <PauseIcon />, in: ['running'] },
  { action: 'step-over', label: 'Step over', icon: <StepOverIcon />, in: ['stopped'] },
  { action: 'step-into', label: 'Step into', icon: <StepIntoIcon />, in: ['stopped'] },
  { action: 'step-out', label: 'Step out', icon: <StepOutIcon />, in: ['stopped'] },
  { action: 'stop', label: 'Stop', icon: <StopIcon />, in: ['starting', 'running', 'stopped'] },
];

export function Controls({ session }: { readonly session: DebugSessionResponse }) {
  const [problem, setProblem] = useState<string>();
  const act = (action: string) => {
    setProblem(undefined);
    actOnDebugSession(session.id, action).then(
      (answer) => setProblem(answer.problem),
      (error: unknown) => setProblem(problemOf(error).message),
    );
  };
  return (
    <div class="debug-bar">
      <div role="toolbar" aria-label="Debugger">
        {ACTIONS.map(({ action, label, icon, in: states }) => (
          <button
            key={action}
            type="button"
            class="icon-button"
            data-action={action}
            aria-label={label}
            title={label}
            disabled={!states.includes(session.state)}
            onClick={() => act(action)}
          >
            {icon}
          </button>
        ))}
      </div>
      <span class="debug-state" data-state={session.state} role="status" data-testid="debug-state">
        <span class="dot" />
        {stateText(session)}
        {session.file !== undefined && (
          <span class="debug-where">
            {session.file}:{session.line}
          </span>
        )}
      </span>
      {session.reason === 'exception' && session.description !== undefined && (
        <span class="debug-exception" title={session.description}>
          {session.description}
        </span>
      )}
      {problem !== undefined && <ProblemText>{problem}</ProblemText>}
    </div>
  );
}
