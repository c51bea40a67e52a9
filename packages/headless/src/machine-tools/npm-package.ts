import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { findProgram } from './find-program.ts';
import type { Env, InstallJob } from './machine-tool.ts';
import { extractFolder } from './tarball.ts';

export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** As in package-lock.json: `sha512-…`. */
  readonly integrity: string;
}

export function whyNoNpm(env: Env): string | undefined {
  return npmCommand(env) ? undefined : 'npm is not on this machine; it comes with Node.js';
}

/** Fetches a package with the person's own npm and settings, checks it, and extracts one folder of it. */
export async function extractFromNpm(pinned: PinnedPackage, folder: string, job: InstallJob): Promise<void> {
  const npm = npmCommand(job.env);
  if (!npm) throw new Error('npm is not on this machine');
  job.progress(`Fetching ${pinned.name}@${pinned.version}`);
  // npm's cache and logs are outside of Molehill's folder otherwise.
  const env = {
    npm_config_cache: join(job.work, 'npm-cache'),
    npm_config_update_notifier: 'false',
    npm_config_logs_max: '0',
  };
  const spec = `${pinned.name}@${pinned.version}`;
  const flags = [
    '--ignore-scripts',
    '--loglevel=error',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  ];
  const args = ['pack', spec, ...flags, '--pack-destination', job.work];
  await job.run(npm.command, [...npm.args, ...args], { env: { ...job.env, ...env } });
  const archive = (await readdir(job.work)).find((name) => name.endsWith('.tgz'));
  if (!archive) throw new Error(`npm pack left no archive of ${spec}`);
  const path = join(job.work, archive);
  job.progress('Checking the checksum');
  await checkIntegrity(path, pinned);
  job.progress('Extracting');
  const extracted = await extractFolder(path, {
    folder: posix.join('package', folder, '/'),
    target: job.target,
    signal: job.signal,
  });
  if (extracted === 0) throw new Error(`${spec} has no folder ${folder}`);
}

async function checkIntegrity(path: string, { name, version, integrity }: PinnedPackage): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  const actual = `sha512-${hash.digest('base64')}`;
  if (actual !== integrity)
    throw new Error(`the checksum of ${name}@${version} is ${actual}, and not ${integrity} as expected`);
}

interface NpmCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** npm on Windows is a batch file, which cannot be started without a shell: its script is run instead. */
function npmCommand(env: Env): NpmCommand | undefined {
  const npm = findProgram(['npm'], env);
  if (!npm) return undefined;
  if (process.platform !== 'win32') return { command: npm, args: [] };
  const script = join(dirname(npm), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return { command: process.execPath, args: [script] };
}
