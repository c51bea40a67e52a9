import { formatBytes } from '../format.ts';
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
  const plain = shown ?? text;
  return (
    <>
      {isNested(value) ? <code>{plain}</code> : plain}
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
  const whole = digits.length >= bytes * 2;
  const shown = digits.slice(0, SHOWN_DIGITS);
  return (
    <span class="bytes" title={whole ? hex : `${hex}…`}>
      <code>
        \x{shown}
        {shown.length < bytes * 2 && '…'}
      </code>{' '}
      <span class="muted">{formatBytes(bytes)}</span>
    </span>
  );
}
