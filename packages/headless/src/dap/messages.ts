import type { DebugProtocol } from '@vscode/debugprotocol';

export type Incoming =
  | { readonly type: 'response'; readonly message: DebugProtocol.Response }
  | { readonly type: 'event'; readonly message: DebugProtocol.Event }
  | { readonly type: 'request'; readonly message: DebugProtocol.Request };

/** Undefined for text that is not a DAP message. */
export function parseMessage(text: string): Incoming | undefined {
  const message = parse(text);
  if (typeof message !== 'object' || message === null || !('type' in message)) return undefined;
  if (message.type === 'response' && 'request_seq' in message)
    return { type: 'response', message: message as DebugProtocol.Response };
  if (message.type === 'event' && 'event' in message)
    return { type: 'event', message: message as DebugProtocol.Event };
  if (message.type === 'request' && 'command' in message)
    return { type: 'request', message: message as DebugProtocol.Request };
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an adapter says about a failed request: `body.error.format` with its variables filled in, else `message`. */
export function failureText({ command, message, body }: DebugProtocol.Response): string {
  const error = (body as DebugProtocol.ErrorResponse['body'] | undefined)?.error;
  const text = error?.format ? fillIn(error.format, error.variables ?? {}) : (message ?? '');
  return text.trim() || `The adapter refused ${command} without a reason.`;
}

function fillIn(format: string, variables: Readonly<Record<string, string>>): string {
  return format.replace(/\{([^{}]+)\}/g, (whole, name: string) => variables[name] ?? whole);
}
