import { SpinnerIcon } from '../../icons.tsx';
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
          <SpinnerIcon /> Drawing; many tables take some seconds
        </p>
      )}
      {state.kind === 'drawn' && <DiagramFrame {...state.drawing} />}
      {state.kind === 'failed' && <Undrawn source={source} message={state.message} />}
    </div>
  );
}

/** The text says the same, if less well. */
function Undrawn({ source, message }: { readonly source: string; readonly message: string }) {
  return (
    <>
      <div class="failure" role="alert">
        <p class="failure-head">
          <span class="failure-code">The diagram cannot be drawn</span>
        </p>
        <pre class="failure-message">{message}</pre>
      </div>
      <pre class="text undrawn">{source}</pre>
    </>
  );
}
