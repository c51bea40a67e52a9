import { createId } from '@molehill/core/ids';
import type { Ask, Reply } from '@molehill/core/question';
import { visibleLine } from '@molehill/core/visible-text';
import * as vscode from 'vscode';

const [APPROVE, DECLINE] = ['Approve', 'Decline'] as const;

export interface PendingQuestion {
  readonly id: string;
  readonly message: string;
}

/** Questions that agents' calls raise. Each is a notification and an entry of a view; the first answer counts. */
export class Questions implements vscode.Disposable {
  readonly #pending = new Map<string, PendingQuestion & { answer(reply: Reply): void }>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  get pending(): readonly PendingQuestion[] {
    return [...this.#pending.values()];
  }

  /** A notification that is closed unanswered counts as declined; the end of the call takes the question back. */
  readonly ask: Ask = ({ message, schema }, signal) => {
    if (schema || signal?.aborted) return Promise.resolve({ action: 'unavailable' });
    return new Promise((resolve) => {
      const id = createId();
      const takeBack = () => this.#answer(id, { action: 'unavailable' });
      const answer = (reply: Reply) => {
        signal?.removeEventListener('abort', takeBack);
        resolve(reply);
      };
      this.#pending.set(id, { id, message, answer });
      signal?.addEventListener('abort', takeBack, { once: true });
      this.#changed.fire();
      this.#notify(id, message).catch(takeBack);
    });
  };

  answer(id: string, isApproved: boolean): void {
    this.#answer(id, { action: isApproved ? 'accept' : 'decline' });
  }

  dispose(): void {
    for (const id of [...this.#pending.keys()]) this.#answer(id, { action: 'unavailable' });
    this.#changed.dispose();
  }

  async #notify(id: string, message: string): Promise<void> {
    const shown = `An agent asks: ${plainMessage(message)}`;
    const chosen = await vscode.window.showWarningMessage(shown, APPROVE, DECLINE);
    if (chosen === APPROVE && !this.#pending.has(id)) tellTooLate();
    this.answer(id, chosen === APPROVE);
  }

  #answer(id: string, reply: Reply): void {
    const question = this.#pending.get(id);
    if (!question) return;
    this.#pending.delete(id);
    this.#changed.fire();
    question.answer(reply);
  }
}

/** A notification cannot be closed when the question is answered elsewhere or its call ends. */
function tellTooLate(): void {
  void vscode.window.showInformationMessage(
    'Molehill: this question was answered or its call has ended; nothing was done.',
  );
}

/** VS Code makes links of `[text](command:…)` in a notification, and an agent chooses parts of this text. */
function plainMessage(message: string): string {
  return visibleLine(message).replaceAll('](', '] (');
}
