import type { ToolDescription } from '@molehill/api';
import { useEffect, useRef } from 'preact/hooks';
import { bareName } from './tool-list.ts';
import './styles/dialog.css';

interface ConfirmDialogProps {
  readonly tool: ToolDescription;
  readonly question: string;
  readonly onReply: (agrees: boolean) => void;
}

/** The answer that changes nothing has the focus. */
export function ConfirmDialog({ tool, question, onReply }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    no.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="question-title"
      aria-describedby="question"
      onCancel={(event) => {
        event.preventDefault();
        onReply(false);
      }}
    >
      <h2 id="question-title">
        <code>{bareName(tool)}</code> asks
      </h2>
      <p id="question">{question}</p>
      <div class="dialog-buttons">
        <button ref={no} type="button" class="button" onClick={() => onReply(false)}>
          No, stop
        </button>
        <button
          type="button"
          class={tool.effects.worst === 'destroys' ? 'button danger' : 'button primary'}
          onClick={() => onReply(true)}
        >
          Yes, go on
        </button>
      </div>
    </dialog>
  );
}
