import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from './process.ts';
import { complaint, isolatedEnv, projectFolder, stateFolder } from './sandbox.ts';

export const molehill = fileURLToPath(new URL('../../packages/cli/bin/molehill.mjs', import.meta.url));
export const upstreamId = 'everything';

const script = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

/** Configures and approves an upstream server. */
export async function approveUpstream(workdir: string): Promise<void> {
  const folder = join(projectFolder(workdir), '.molehill');
  const servers = { [upstreamId]: { command: process.execPath, args: [script] } };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  const approve = [molehill, 'servers', 'approve', upstreamId, '--yes'];
  const approved = await runProcess(process.execPath, approve, {
    cwd: projectFolder(workdir),
    env: { ...isolatedEnv(workdir), MOLEHILL_HOME: stateFolder(workdir) },
    timeoutMs: 30_000,
  });
  if (approved.exitCode !== 0) throw new Error(complaint(approved));
}
