import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CopyButton, IconButton } from './buttons.tsx';
import { CrossIcon } from './icons.tsx';
import './styles/dialog.css';

/** A modal dialog is open as long as it is mounted. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return dialog;
}

interface ViewerDialogProps {
  readonly class: string;
  readonly testId: string;
  readonly title: ComponentChildren;
  /** What the copy button copies, in words and as text. */
  readonly copied: string;
  readonly text: () => string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Shows something in full, with buttons to copy and to close it. */
export function ViewerDialog(props: ViewerDialogProps) {
  const dialog = useModal();
  const titleId = `${props.testId}-title`;
  return (
    <dialog
      ref={dialog}
      class={`dialog ${props.class}`}
      aria-labelledby={titleId}
      data-testid={props.testId}
      onClose={props.onClose}
    >
      <div class="cell-dialog-head">
        <h2 id={titleId}>{props.title}</h2>
        <CopyButton what={props.copied} text={props.text} />
        <IconButton label="Close" icon={<CrossIcon />} onClick={() => dialog.current?.close()} />
      </div>
      {props.children}
    </dialog>
  );
}
