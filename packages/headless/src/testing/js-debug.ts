import { jsDebugServer } from '../../../../test/engines/js-debug.ts';
import type { AdapterSpec } from '../adapters/adapter.ts';

/** js-debug of the test cache. */
export const jsDebug: AdapterSpec = {
  name: 'js-debug',
  types: ['pwa-node', 'node'],
  locate: async () => ({ path: await jsDebugServer(), source: 'cache' }),
  process: ({ path }) => ({
    kind: 'tcp',
    command: process.execPath,
    args: [path, '0', '127.0.0.1'],
    listening: /listening at \S+:(\d+)/,
  }),
  prepare: (configuration) => ({ console: 'internalConsole', ...configuration, type: 'pwa-node' }),
};
