import type { ToolDescription } from '@molehill/api';
import { useEffect, useRef } from 'preact/hooks';
import { shortName } from './tool-list.ts';
import { useModal } from './viewer-dialog.tsx';

interface ConfirmDialogProps {
  readonly tool: ToolDescription;
  readonly question: string;
  readonly onReply: (confirmed: boolean) => void;
}

/** The button that changes nothing has the focus. */
export function ConfirmDialog({ tool, question, onReply }: ConfirmDialogProps) {
  const dialog = useModal();
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
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
        <code>{shortName(tool)}</code> needs your confirmation
      </h2>
      <p id="question">{question}</p>
      <div class="dialog-buttons">
        <button ref={no} type="button" class="button" onClick={() => onReply(false)}>
          Cancel
        </button>
        <button
          type="button"
          class={tool.effects.worst === 'destroys' ? 'button danger' : 'button primary'}
          onClick={() => onReply(true)}
        >
          Confirm
        </button>
      </div>
    </dialog>
  );
}
