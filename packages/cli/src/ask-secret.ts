import { UsageError } from './output.ts';

const ENTER = ['\r', '\n'];
const END = ['\u0003', '\u0004'];
const ERASE = ['\u007f', '\b'];

/** Reads one line from the terminal without echo. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) {
    throw new UsageError('No terminal to prompt for the password.', 'Pipe it in with --password-stdin.');
  }
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  try {
    return await readLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

function readLine(stdin: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (settle: () => void) => {
      stdin.off('data', onData);
      settle();
    };
    const onData = (chunk: string) => {
      for (const key of chunk) {
        if (ENTER.includes(key)) return finish(() => resolve(typed));
        if (END.includes(key))
          return finish(() => reject(new UsageError('The prompt was cancelled.', 'Nothing was changed.')));
        typed = ERASE.includes(key) ? typed.slice(0, -1) : typed + key;
      }
      return undefined;
    };
    stdin.on('data', onData);
  });
}
