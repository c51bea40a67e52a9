import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { openHeadlessHost } from '../../host.ts';
import { testLanguageServers } from '../language-servers.ts';
import { openToolClient, type ToolClient } from '../tool-client.ts';

/** The tools on a new, empty folder, with the pinned language servers. */
export function openPackageClient(): ToolClient {
  return openToolClient({}, (place) =>
    openHeadlessHost({
      ...place,
      log: silentLog,
      env: process.env,
      languageServers: testLanguageServers(place.stateRoot),
    }),
  );
}

export type Texts = ReadonlyMap<string, string>;

/** All files below a folder with this extension. */
export function readTexts(folder: string, extension: string): Texts {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = entries.filter((name) => name.endsWith(extension)).map((name) => join(folder, name));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The first lines that differ, as `name:line expected | actual`. */
export function differences(folder: string, expected: Texts, actual: Texts): readonly string[] {
  const paths = [...new Set([...expected.keys(), ...actual.keys()])];
  return paths.flatMap((path) => {
    const [wanted = '', found = ''] = [expected.get(path), actual.get(path)];
    if (wanted === found) return [];
    const lines = found.split('\n');
    const at = wanted.split('\n').findIndex((line, index) => line !== lines[index]);
    return [`${relative(folder, path)}:${at + 1} ${wanted.split('\n')[at]} | ${lines[at]}`];
  });
}

/** Writes back what differs. */
export function restore(before: Texts, now: Texts): void {
  for (const [path, text] of before) if (now.get(path) !== text) writeFileSync(path, text);
}
