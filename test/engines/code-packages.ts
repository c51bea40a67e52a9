import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory, npmPackages } from './cache.ts';
import { engineMissing, reportEngine } from './report.ts';

const run = promisify(execFile);

/** Published sources that are refactored in tests, and what is needed to check them. Versions and checksums are pinned. */
type Pinned = Readonly<Record<string, string>>;

const npm = {
  /** The last version whose compiler can be called from JavaScript. */
  oracle: {
    'typescript@5.9.3':
      'sha512-jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==',
  },
  /** A peer in the benchmark, with the version that it needs. */
  'typescript-language-server': {
    'typescript-language-server@6.0.2':
      'sha512-Ph7Ql+xkUJvMamnkh1h+aKP6HxLR7lrWIYkPn9/LZBkJdJZgtIj7OoVhkDYtQ7zFPTPmqZHOVXaUKGyz9M2q1Q==',
    'typescript@5.9.3':
      'sha512-jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==',
  },
  rxjs: {
    'rxjs@7.8.2':
      'sha512-dhKf903U/PQZY6boNNtAGdWbG85WAbjT/1xYoZIC7FAY0yWapOBQVsVrDl58W86//e1VpMNBtRV4MaXfdMySFA==',
  },
  effect: {
    'effect@3.22.4':
      'sha512-RNshu7AXVxxDh6aS4lothhJ+QoZ4xSykbWNaaVdvDN72RMyVwhCGdALkyl1TbEydgAmRIdD1eTyJqBUGwSBGDA==',
    '@types/node@20.12.7':
      'sha512-wq0cICSkRLVaf3UGLMGItu/PtdY7oaXaI/RVU+xliKVOtRna3PRY57ZDfztpDL0n11vfymMUnXv8QwYCO7L1wg==',
  },
} as const satisfies Readonly<Record<string, Pinned>>;

const pypi = {
  rich: {
    'rich==15.0.0': '33bd4ef74232fb73fe9279a257718407f169c09b78a87ad3d296f548e27de0bb',
  },
  'markdown-it': {
    'markdown-it-py==4.3.0': '7aa1511a46c39138de78d9eba92ce47e63124d8003fc98b3a351909e04239efa',
  },
  networkx: {
    'networkx==3.6.1': 'd47fbf302e7d9cbbb9e2555a0d267983d2aa476bac30e90dfbe5669bd57f3762',
  },
  'python-dependencies': {
    'pygments==2.21.0': '2363c69b61c4a97c838da3b130dcd6468f4848992b21a82f2a63ec34377137d9',
    'markdown-it-py==4.3.0': '7aa1511a46c39138de78d9eba92ce47e63124d8003fc98b3a351909e04239efa',
    'mdurl==0.1.2': '84008a41e51615a49fc9966191ff91509e3c40b939176e643fd50a5c2196b8f8',
  },
} as const satisfies Readonly<Record<string, Pinned>>;

/** The folder with the node_modules of one set; undefined and reported where it cannot be fetched. */
export async function npmSources(set: keyof typeof npm): Promise<string | undefined> {
  const pinned: Pinned = npm[set];
  const specs = Object.keys(pinned);
  const [first = set] = specs;
  try {
    const folder = await npmPackages(`code-${first.replaceAll('/', '-')}`, specs);
    await checkIntegrity(folder, pinned);
    reportEngine({ engine: `sources of ${set}`, state: 'used', detail: first });
    return join(folder, 'node_modules');
  } catch (error) {
    return engineMissing(`sources of ${set}`, String(error));
  }
}

interface PackageLock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}

async function checkIntegrity(folder: string, pinned: Pinned): Promise<void> {
  const lock: PackageLock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  for (const [spec, expected] of Object.entries(pinned)) {
    const name = spec.slice(0, spec.lastIndexOf('@'));
    const actual = lock.packages[`node_modules/${name}`]?.integrity;
    if (actual !== expected) throw new Error(`the checksum of ${spec} is ${actual}, and not ${expected}`);
  }
}

/** A folder for PYTHONPATH with one set of packages; undefined and reported where it cannot be fetched. */
export async function pythonSources(set: keyof typeof pypi): Promise<string | undefined> {
  const pinned: Pinned = pypi[set];
  const [first = set] = Object.keys(pinned);
  const target = join(cacheDirectory(), 'pypi', first);
  try {
    if (!existsSync(target)) await installPython(target, pinned);
  } catch (error) {
    return engineMissing(`sources of ${set}`, String(error));
  }
  reportEngine({ engine: `sources of ${set}`, state: 'used', detail: first });
  return target;
}

async function installPython(target: string, pinned: Pinned): Promise<void> {
  const staging = `${target}.${randomUUID()}`;
  await mkdir(staging, { recursive: true });
  const requirements = join(staging, 'requirements.txt');
  const lines = Object.entries(pinned).map(([spec, sha256]) => `${spec} --hash=sha256:${sha256}\n`);
  try {
    await writeFile(requirements, lines.join(''));
    const flags = ['--quiet', '--no-deps', '--no-compile', '--only-binary', ':all:', '--require-hashes'];
    const folder = join(staging, 'packages');
    await run('python3', ['-m', 'pip', 'install', ...flags, '--target', folder, '-r', requirements], {
      timeout: 300_000,
    });
    await rename(folder, target).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
