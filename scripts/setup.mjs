import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Installs, builds and seeds what is missing or stale. Runs on any Node ≥ 20.19, before anything is installed. */

export const root = fileURLToPath(new URL('..', import.meta.url));
export const toolchainNode = join(
  root,
  'node_modules',
  '.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
);
const stamps = join(root, 'node_modules', '.molehill');

const steps = [
  {
    name: 'install',
    doing: 'Installing what package-lock.json names (once, about a minute)',
    inputs: ['package.json', 'package-lock.json', ...packageFiles()],
    outputs: ['node_modules/.bin/vitest'],
    run: () => npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']),
  },
  {
    name: 'build',
    doing: 'Building',
    inputs: ['packages', 'tsdown.config.ts', 'package-lock.json'],
    outputs: ['packages/cli/dist/start.mjs', 'packages/cli/dist/page/index.html'],
    run: () => npm(['run', '--silent', 'build']),
  },
  {
    name: 'sample',
    doing: 'Filling the sample project’s database',
    inputs: ['examples/shop/scripts', 'examples/shop/src'],
    outputs: ['examples/shop/data/shop.db'],
    run: () => run(toolchainNode, [join(root, 'examples/shop/scripts/seed.ts')]),
  },
];

/** Below the person's state directory, and so asked for each time. The sample can do without them. */
function installTools() {
  const program = join(root, 'packages/cli/bin/molehill.mjs');
  const args = [program, 'adapters', 'install', 'js-debug', 'typescript', 'basedpyright', '--yes'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 2] });
  if (status !== 0)
    say('setup: what needs the tool that the last message names cannot be used yet; all else works.');
}

export function setup() {
  for (const step of steps) {
    const stamp = join(stamps, step.name);
    const wanted = fingerprint(step.inputs);
    const current = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
    if (current && step.outputs.every((path) => existsSync(join(root, path)))) continue;
    say(`${step.doing} …`);
    step.run();
    mkdirSync(stamps, { recursive: true });
    writeFileSync(stamp, wanted);
  }
  installTools();
}

/** Standard output is reserved for the command that follows. */
function say(text) {
  process.stderr.write(`${text}\n`);
}

function npm(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('js')) run(process.execPath, [script, ...args]);
  else run('npm', args);
}

function run(program, args) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  if (result.status === 0) return;
  say(`setup: "${[program, ...args].join(' ')}" failed${result.error ? `: ${result.error.message}` : ''}`);
  process.exit(1);
}

function packageFiles() {
  return readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`);
}

/** A hash over names, sizes and modification times: reading the contents would take too long. */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesBelow(join(root, input)))) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', 'data', 'coverage', '__pycache__'].includes(entry.name))
    .filter((entry) => !entry.name.includes('.test.'))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup();
