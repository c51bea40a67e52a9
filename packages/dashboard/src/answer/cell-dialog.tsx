import { ViewerDialog } from '../viewer-dialog.tsx';
import { JsonText } from './json-text.tsx';

interface CellDialogProps {
  readonly column: string;
  readonly value: unknown;
  readonly onClose: () => void;
}

/** The full value of a cell that shows only the beginning of it. */
export function CellDialog({ column, value, onClose }: CellDialogProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <ViewerDialog
      class="cell-dialog"
      testId="cell-dialog"
      title={<code>{column}</code>}
      copied="the value"
      text={() => text}
      onClose={onClose}
    >
      {typeof value === 'string' ? <pre class="text">{value}</pre> : <JsonText value={value} />}
    </ViewerDialog>
  );
}
