import { SpinnerIcon } from '../../icons.tsx';
import { FailureCard } from '../failure-view.tsx';
import type { ViewProps } from '../lazy-view.tsx';
import { DiagramFrame } from './diagram-frame.tsx';
import { isDiagram } from './is-diagram.ts';
import { useDrawing } from './use-drawing.ts';
import '../../styles/diagram.css';

export function DiagramView({ data }: ViewProps) {
  const source = isDiagram(data) ? data.mermaid : '';
  const state = useDrawing(source);
  return (
    <div data-testid="er-diagram" data-state={state.kind}>
      {state.kind === 'drawing' && (
        <p class="diagram-wait" role="status">
          <SpinnerIcon /> Drawing. Many tables take some seconds.
        </p>
      )}
      {state.kind === 'drawn' && <DiagramFrame {...state.drawing} />}
      {state.kind === 'failed' && (
        <>
          <FailureCard code="The diagram cannot be drawn" message={state.message} />
          <pre class="text undrawn">{source}</pre>
        </>
      )}
    </div>
  );
}
