import type { DebugSession } from './session.ts';

const TYPES = /^(pwa-)?(node|node-terminal|chrome|msedge|extensionHost)$/;

export function isJsDebug({ type }: Pick<DebugSession, 'type'>): boolean {
  return TYPES.test(type);
}
