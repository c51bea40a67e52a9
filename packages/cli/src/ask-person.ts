import type { Confirmation } from '@molehill/core/dispatch';

/** Asks for confirmation at the terminal. */
export async function askPerson(question: string): Promise<Confirmation> {
  if (!process.stdin.isTTY) return 'unavailable';
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await prompt.question(`${question} [y/N] `);
  prompt.close();
  return /^y(es)?$/i.test(reply.trim()) ? 'agreed' : 'declined';
}
