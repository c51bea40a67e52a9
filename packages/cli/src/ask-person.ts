import type { Question, Reply } from '@molehill/core/question';
import { visibleLine, visibleText } from '@molehill/core/visible-text';
import { printError, UsageError } from './output.ts';

/** Asks at the terminal: yes or no, or one line per field. */
export async function askPerson({ message, schema }: Question): Promise<Reply> {
  if (!process.stdin.isTTY) return { action: 'unavailable' };
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (schema) return { action: 'accept', content: await askFields(message, schema, prompt) };
    const reply = await prompt.question(`${visibleText(message)} [y/N] `);
    return { action: /^y(es)?$/i.test(reply.trim()) ? 'accept' : 'decline' };
  } finally {
    prompt.close();
  }
}

/** For a command that needs the person's agreement. */
export async function isConfirmed(question: string): Promise<boolean> {
  const { action } = await askPerson({ message: visibleLine(question) });
  if (action === 'unavailable')
    throw new UsageError('No terminal to ask for confirmation.', 'Use --yes after reviewing the change.');
  return action === 'accept';
}

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

async function askFields(
  message: string,
  schema: Readonly<Record<string, unknown>>,
  prompt: { question(text: string): Promise<string> },
): Promise<Record<string, unknown>> {
  printError(message);
  const content: Record<string, unknown> = {};
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, FieldSchema>)) {
    const choices = field.enum ? ` (${field.enum.join(', ')})` : '';
    const reply = (await prompt.question(visibleLine(`${field.description ?? name}${choices}: `))).trim();
    if (reply !== '') content[name] = parseField(reply, field.type);
  }
  return content;
}

function parseField(text: string, type: string | undefined): unknown {
  if (type === 'number' || type === 'integer') return Number(text);
  return type === 'boolean' ? /^(y|yes|true)$/i.test(text) : text;
}
