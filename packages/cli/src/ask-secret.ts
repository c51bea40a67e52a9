import { Writable } from 'node:stream';
import { UsageError } from './output.ts';

/** Reads one line from the terminal without echo. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new UsageError('No terminal to prompt for the password.', 'Pipe it in with --password-stdin.');
  const { createInterface } = await import('node:readline/promises');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: stdin, output, terminal: true });
  // Ctrl-C and Ctrl-D close the prompt.
  const closed = new Promise<never>((_, reject) => {
    prompt.once('close', () => reject(new UsageError('The prompt was cancelled.', 'Nothing was changed.')));
  });
  stderr.write(question);
  try {
    return await Promise.race([prompt.question(''), closed]);
  } finally {
    prompt.close();
    stderr.write('\n');
  }
}
