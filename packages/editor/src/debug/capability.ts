import type { DebugProtocol } from '@vscode/debugprotocol';
import { editorErrors } from '../errors.ts';
import type { DebugSession } from './session.ts';

/** E_UNSUPPORTED_CAPABILITY naming the adapter and the capability that it lacks. */
export function requireCapability(
  { capabilities, type }: DebugSession,
  capability: keyof DebugProtocol.Capabilities,
  what: string,
  hint?: string,
): void {
  if (capabilities[capability] === true) return;
  throw editorErrors.fail(
    'E_UNSUPPORTED_CAPABILITY',
    `The ${type} adapter tells nothing about ${what} (it lacks ${capability}).`,
    hint === undefined ? {} : { hint },
  );
}
