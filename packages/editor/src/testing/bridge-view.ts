import type { BridgeView } from '../context.ts';

/** A machine without windows. */
export function testBridge(workspace: string): BridgeView {
  return {
    version: '1.0.0',
    protocol: 1,
    workspace,
    windows: async () => [],
    choice: async () => ({ kind: 'headless', reason: 'No window is open.' }),
  };
}
