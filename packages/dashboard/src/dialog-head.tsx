import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';
import { CrossIcon } from './icons.tsx';

export interface DialogHeadProps {
  /** Of the heading, which names the dialog. */
  readonly id: string;
  readonly children: ComponentChildren;
  /** What the copy button copies, in words and as text. */
  readonly copied: string;
  text(): string;
  close(): void;
}

/** The heading of a dialog that shows something, with the means to copy and to close it. */
export function DialogHead({ id, children, copied, text, close }: DialogHeadProps) {
  return (
    <div class="cell-dialog-head">
      <h2 id={id}>{children}</h2>
      <CopyButton what={copied} text={text} />
      <button type="button" class="icon-button" aria-label="Close" title="Close" onClick={close}>
        <CrossIcon />
      </button>
    </div>
  );
}
