import { useEffect, useRef } from 'preact/hooks';
import { DialogHead } from '../dialog-head.tsx';
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
      <DialogHead id="cell-title" copied="the value" text={() => text} close={() => dialog.current?.close()}>
        <code>{column}</code>
      </DialogHead>
      {typeof value === 'string' ? <pre class="text">{value}</pre> : <JsonText value={value} />}
    </dialog>
  );
}
