import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from './cache.ts';
import { installOnBuildMachine } from './debian.ts';

const run = promisify(execFile);
const LIMIT = { timeout: 8 * 60_000, maxBuffer: 16 * 1024 * 1024 };
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

export interface Coordinate {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
}

function findMaven(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, 'mvn')));
}

/** Why nothing can be downloaded; undefined where it can. */
export function whyNoMaven(): string | undefined {
  if (!findMaven()) installOnBuildMachine('maven');
  return findMaven() ? undefined : 'no Maven on this machine; `sudo apt-get install maven` adds one';
}

/** A temporary local repository, so that an interrupted download cannot damage the user's own. */
async function maven(folder: string, goal: string, ...options: readonly string[]): Promise<void> {
  const repository = `-Dmaven.repo.local=${join(folder, 'repository')}`;
  await run('mvn', ['-B', '-q', repository, `${PLUGIN}:${goal}`, ...options], { ...LIMIT, cwd: folder });
}

/** Fills a cache folder, which is renamed to its final name when it is complete. */
async function fetchOnce(label: string, fetch: (folder: string) => Promise<string>): Promise<string> {
  const target = join(cacheDirectory(), 'maven', label);
  if (existsSync(target)) return target;
  const staging = `${target}.${randomUUID()}`;
  await mkdir(staging, { recursive: true });
  try {
    await rename(await fetch(staging), target).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return target;
}

/** Unpacks an archive with a single top-level folder and returns that folder. */
export function mavenArchive(label: string, { group, artifact, version }: Coordinate): Promise<string> {
  return fetchOnce(label, async (folder) => {
    const content = join(folder, 'content');
    const options = [`-Dartifact=${group}:${artifact}:${version}:zip`, `-DoutputDirectory=${content}`];
    await maven(folder, 'unpack', ...options);
    const [root = ''] = await readdir(content);
    return join(content, root);
  });
}

/** Downloads a program with its dependencies and returns the folder with the jars. */
export function mavenJars(label: string, { group, artifact, version }: Coordinate): Promise<string> {
  return fetchOnce(label, async (folder) => {
    const dependency = `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
    const project = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
      <groupId>engine</groupId><artifactId>engine</artifactId><version>1</version>
      <dependencies>${dependency}</dependencies></project>`;
    await writeFile(join(folder, 'pom.xml'), project);
    await maven(folder, 'copy-dependencies', `-DoutputDirectory=${join(folder, 'jars')}`);
    return join(folder, 'jars');
  });
}
