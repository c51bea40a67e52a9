import type { Log } from '@molehill/core/log';
import type { Redactor } from '@molehill/core/redact';
import type { LogOutputChannel } from 'vscode';

type Level = keyof Log;

/** Writes to the output channel, without secrets. */
export function outputLog(output: LogOutputChannel, redactor: Redactor): Log {
  const at = (level: Level) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    output[level](redactor.suspected(lineOf(fields, message)));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function lineOf({ err, ...fields }: Readonly<Record<string, unknown>>, message: string): string {
  const parts = [message];
  if (Object.keys(fields).length > 0) parts.push(JSON.stringify(fields));
  if (err !== undefined) parts.push(err instanceof Error ? (err.stack ?? err.message) : String(err));
  return parts.join(' ');
}
