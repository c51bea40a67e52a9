import { isMolehillError } from '@molehill/core/errors';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { requireCapability } from '../../debug/capability.ts';
import { READ_MS } from '../../debug/frame-scopes.ts';
import { maskText } from '../../debug/mask.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

const MOST_FRAMES = 30;
const MOST_INNER = 5;

export const handle: Handler<'exception_info'> = async (input, context) => {
  const { session, stop } = context.sessions.getStopped(input.session);
  requireCapability(session, 'supportsExceptionInfoRequest', 'exceptions');
  if (stop.reason !== 'exception' && stop.raw !== 'exception') throw noException(stop.reason);
  const args = { threadId: input.thread ?? stop.threadId };
  const options = { signal: context.signal, timeoutMs: READ_MS };
  const body = await session.send('exceptionInfo', args, options).catch((error) => {
    throw isMolehillError(error) && error.code === 'E_ADAPTER'
      ? noException(stop.reason, error.message)
      : error;
  });
  const { exceptionId, description, breakMode, details } =
    body as DebugProtocol.ExceptionInfoResponse['body'];
  return {
    id: exceptionId,
    ...(description === undefined ? {} : { description: maskText(description) }),
    breakMode,
    ...detailsOf(details ?? {}, 0),
  };
};

function noException(reason: string, detail = '') {
  const said = detail === '' ? '' : ` The adapter said: ${maskText(detail)}`;
  return editorErrors.fail('E_NOT_FOUND', `The program is stopped by ${reason}, not by an exception.${said}`);
}

interface Details {
  type?: string;
  message?: string;
  stack?: string[];
  inner?: Details[];
}

function detailsOf(details: DebugProtocol.ExceptionDetails, depth: number): Details {
  const { typeName, message, stackTrace, innerException = [] } = details;
  const stack = stackTrace
    ?.split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_FRAMES)
    .map(maskText);
  const inner = depth >= MOST_INNER ? [] : innerException.map((each) => detailsOf(each, depth + 1));
  return {
    ...(typeName === undefined ? {} : { type: typeName }),
    ...(message === undefined ? {} : { message: maskText(message) }),
    ...(stack === undefined || stack.length === 0 ? {} : { stack }),
    ...(inner.length === 0 ? {} : { inner }),
  };
}
