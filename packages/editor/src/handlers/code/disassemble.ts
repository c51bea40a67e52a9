import type { DebugProtocol } from '@vscode/debugprotocol';
import { requireCapability } from '../../debug/capability.ts';
import { READ_MS } from '../../debug/frame-scopes.ts';
import { editorErrors } from '../../errors.ts';
import type { Handler } from '../../handler.ts';

export const handle: Handler<'code_disassemble'> = async (input, context) => {
  const { session, stop } = context.sessions.getStopped(input.session);
  requireCapability(session, 'supportsDisassembleRequest', 'machine code');
  const memoryReference = input.address ?? stop.frame?.instructionPointerReference;
  if (memoryReference === undefined)
    throw editorErrors.fail('E_UNSUPPORTED_CAPABILITY', 'The adapter names no address of the top frame.');
  const args = {
    memoryReference,
    instructionOffset: input.offset,
    instructionCount: input.count,
    resolveSymbols: true,
  };
  const body = await session.send('disassemble', args, { signal: context.signal, timeoutMs: READ_MS });
  const { instructions = [] } = (body ?? {}) as Partial<
    NonNullable<DebugProtocol.DisassembleResponse['body']>
  >;
  const rows = instructions.map(({ address, instruction, location, line }) => ({
    address,
    instruction,
    ...(location?.path === undefined ? {} : { file: context.shown(location.path) }),
    ...(line === undefined ? {} : { line }),
  }));
  const { items, cutBy } = await context.budget.collect(rows);
  const next = `call again with {param:offset=${input.offset + items.length}}.`;
  if (cutBy) context.budget.cut({ limit: cutBy, shown: items.length, total: rows.length, next });
  return { instructions: items, total: rows.length };
};
