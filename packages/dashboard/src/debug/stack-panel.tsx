import type { DebugSessionResponse } from '@molehill/api';

interface StackPanelProps {
  readonly frames: DebugSessionResponse['frames'];
  readonly selected: number;
  readonly state: DebugSessionResponse['state'];
  readonly onSelect: (index: number) => void;
}

export function StackPanel({ frames, selected, state, onSelect }: StackPanelProps) {
  return (
    <section aria-label="Call stack" data-testid="debug-stack">
      <h2>Call stack</h2>
      {frames.length === 0 && <p class="debug-note">{state === 'ended' ? 'Ended' : 'Running'}</p>}
      <ul class="debug-stack">
        {frames.map((frame, index) => (
          <li key={index}>
            <button
              type="button"
              data-internal={frame.internal}
              aria-current={index === selected ? 'true' : undefined}
              onClick={() => onSelect(index)}
            >
              <span class="debug-function">{frame.function}</span>
              {frame.file !== undefined && (
                <span class="debug-file" title={`${frame.file}:${frame.line}`}>
                  {frame.file.split('/').at(-1)}:{frame.line}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
