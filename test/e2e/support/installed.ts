import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type PublishedName, stagePackage } from '../../../scripts/package/stage.ts';
import { installOldestNode, whyNoOldestNode } from '../../engines/node.ts';
import { temporaryFolder } from './cleanup.ts';
import { connectClient } from './clients.ts';

/** A package as npm would publish it, installed outside the checkout. */
export interface Installed {
  readonly folder: string;
  /** Connects the official client to the package's program under the given Node. */
  connect(node: string, env: Readonly<Record<string, string>>): Promise<Client>;
}

/** Stages and packs a package of this checkout, and installs the archive. */
export function installPacked(name: PublishedName): Installed {
  const folder = temporaryFolder();
  const cwd = stagePackage(name, join(folder, 'staged'));
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd, stdio: 'pipe' });
  const [archive = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  const options = ['--no-audit', '--no-fund', '--prefix', folder];
  execFileSync('npm', ['install', ...options, join(folder, archive)], { cwd: folder, stdio: 'pipe' });
  const program = join(folder, `node_modules/${name}/bin/${name}.mjs`);
  return { folder, connect: (node, env) => connectClient(transportTo(folder, node, program, env)) };
}

function transportTo(
  folder: string,
  command: string,
  program: string,
  env: Readonly<Record<string, string>>,
): StdioClientTransport {
  const own = { PATH: process.env.PATH ?? '', HOME: folder, MOLEHILL_HOME: join(folder, 'state') };
  return new StdioClientTransport({ command, args: [program], cwd: folder, env: { ...own, ...env } });
}

/** The Node versions that published packages support, by names for test titles. */
export async function supportedNodes(): Promise<[string, string][]> {
  const own: [string, string] = ['the Node of these tests', process.execPath];
  return whyNoOldestNode() ? [own] : [own, ['Node 20.19.0', await installOldestNode()]];
}
