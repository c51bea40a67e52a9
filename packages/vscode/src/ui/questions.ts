import type { Ask } from '@molehill/core/question';
import * as vscode from 'vscode';

const [APPROVE, DECLINE] = ['Approve', 'Decline'] as const;

/** Asks the person in a notification. One that is closed unanswered counts as declined. */
export const askPerson: Ask = async ({ message, schema }) => {
  if (schema) return { action: 'unavailable' };
  const answer = await vscode.window.showWarningMessage(`An agent asks: ${message}`, APPROVE, DECLINE);
  return answer === APPROVE ? { action: 'accept' } : { action: 'decline' };
};
