import { formatBytes } from '../format.ts';
import { ViewerDialog } from '../viewer-dialog.tsx';
import { JsonText } from './json-text.tsx';
import { Scalar } from './scalar.tsx';
import { isNested } from './shape.ts';
import { bytesOf, clip } from './values.ts';

interface CellProps {
  readonly value: unknown;
  /** How null is displayed. */
  readonly nullText: string;
  /** Opens a value that is too long for a cell. */
  readonly onOpen: (value: unknown) => void;
}

export function Cell({ value, nullText, onOpen }: CellProps) {
  if (value === null) return <span class="absent">{nullText}</span>;
  const bytes = bytesOf(value);
  if (bytes) return <BytesCell {...bytes} />;
  const text = isNested(value) ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || text === '') return <Scalar value={text} />;
  const shown = clip(text);
  return (
    <>
      {isNested(value) ? <code>{shown ?? text}</code> : (shown ?? text)}
      {shown !== undefined && (
        <>
          …{' '}
          <button type="button" class="link" onClick={() => onOpen(value)}>
            show all
          </button>
        </>
      )}
    </>
  );
}

const SHOWN_DIGITS = 16;

function BytesCell({ bytes, hex }: { readonly bytes: number; readonly hex: string }) {
  const digits = hex.slice(2);
  const shown = digits.slice(0, SHOWN_DIGITS);
  return (
    <span class="bytes" title={digits.length < bytes * 2 ? `${hex}…` : hex}>
      <code>
        \x{shown}
        {shown.length < bytes * 2 && '…'}
      </code>{' '}
      <span class="muted">{formatBytes(bytes)}</span>
    </span>
  );
}

export interface OpenCell {
  readonly column: string;
  readonly value: unknown;
}

/** The full value of a cell that shows only the beginning of it. */
export function CellDialog({ column, value, onClose }: OpenCell & { readonly onClose: () => void }) {
  const isText = typeof value === 'string';
  return (
    <ViewerDialog
      class="cell-dialog"
      testId="cell-dialog"
      title={<code>{column}</code>}
      copied="the value"
      text={() => (isText ? value : JSON.stringify(value, null, 2))}
      onClose={onClose}
    >
      {isText ? <pre class="text">{value}</pre> : <JsonText value={value} />}
    </ViewerDialog>
  );
}
