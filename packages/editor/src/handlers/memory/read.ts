import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EditorContext } from '../../context.ts';
import { requireCapability } from '../../debug/capability.ts';
import { READ_MS } from '../../debug/frame-scopes.ts';
import { resolveReference } from '../../debug/references.ts';
import type { DebugSession } from '../../debug/session.ts';
import { recall } from '../../debug/variables.ts';
import { editorErrors } from '../../errors.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';

type Input = ToolInputs['memory_read'];

export const handle: Handler<'memory_read'> = async (input, context) => {
  const { session } = context.sessions.getStopped(input.session);
  requireCapability(session, 'supportsReadMemoryRequest', 'memory');
  const args = {
    memoryReference: placeOf(session, input),
    offset: input.offset,
    count: fitting(input, context),
  };
  const body = await session.send('readMemory', args, { signal: context.signal, timeoutMs: READ_MS });
  const {
    address,
    data = '',
    unreadableBytes,
  } = (body ?? {}) as Partial<NonNullable<DebugProtocol.ReadMemoryResponse['body']>>;
  const bytes = Buffer.from(data, 'base64');
  return {
    address: address ?? args.memoryReference,
    bytes: shown(bytes, input.as),
    count: bytes.length,
    ...(unreadableBytes === undefined || unreadableBytes === 0 ? {} : { unreadable: unreadableBytes }),
  };
};

function placeOf(session: DebugSession, { address, ref }: Input): string {
  if (address !== undefined) return address;
  const node = recall(session, resolveReference(session, ref ?? '', 'ref'));
  if (node.memoryReference !== undefined) return node.memoryReference;
  throw editorErrors.fail('E_NOT_FOUND', `The adapter names no memory address of the variable ${ref}.`);
}

/** Not more than the answer can hold. */
function fitting({ count, as }: Input, { budget }: EditorContext): number {
  const perByte = as === 'hex' ? 3 : as === 'base64' ? 1.4 : 6;
  const most = Math.max(1, Math.floor((budget.dataLimit.bytes - 100) / perByte));
  if (most >= count) return count;
  const next = `call again with {param:offset=${most}} added to yours.`;
  budget.cut({ limit: budget.dataLimit.name, shown: most, total: count, next });
  return most;
}

function shown(bytes: Buffer, as: Input['as']): string {
  if (as === 'base64') return bytes.toString('base64');
  if (as === 'utf8') return bytes.toString('utf8');
  return bytes.toString('hex').replace(/..(?!$)/g, '$& ');
}
