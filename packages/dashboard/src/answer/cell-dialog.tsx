import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../copy-button.tsx';
import { CrossIcon } from '../icons.tsx';
import { JsonText } from './json-text.tsx';
import '../styles/dialog.css';

interface CellDialogProps {
  readonly column: string;
  readonly value: unknown;
  readonly onClose: () => void;
}

/** All of a value that its cell shows only the beginning of. */
export function CellDialog({ column, value, onClose }: CellDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <dialog
      ref={dialog}
      class="dialog cell-dialog"
      aria-labelledby="cell-title"
      onClose={onClose}
      data-testid="cell-dialog"
    >
      <div class="cell-dialog-head">
        <h2 id="cell-title">
          <code>{column}</code>
        </h2>
        <CopyButton what="the value" text={() => text} />
        <button
          type="button"
          class="icon-button"
          aria-label="Close"
          title="Close"
          onClick={() => dialog.current?.close()}
        >
          <CrossIcon />
        </button>
      </div>
      {typeof value === 'string' ? <pre class="text">{value}</pre> : <JsonText value={value} />}
    </dialog>
  );
}
