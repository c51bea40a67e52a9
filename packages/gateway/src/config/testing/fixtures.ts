import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { readReferences } from '../file-references.ts';
import { loadUpstreams } from '../load.ts';
import { realOrGiven } from '../places.ts';
import type { LoadedConfig, StdioTransport, UpstreamConfig } from '../upstream-config.ts';

export const fixtures = realOrGiven(join(import.meta.dirname, '..', '..', '..', 'fixtures'));
export const env = { SAMPLE_TOKEN: 'sample-value', EMPTY_VARIABLE: '' };

/** A home folder with one project. */
export function setting() {
  const home = realOrGiven(tempFolder());
  const [directory, stateRoot] = [join(home, 'work', 'project'), join(home, 'state')];
  mkdirSync(directory, { recursive: true });
  mkdirSync(stateRoot);
  const write = (file: string, content: unknown) => {
    const path = join(directory, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const load = (from = directory, more: Record<string, string> = {}) =>
    loadUpstreams({ directory: from, home, stateRoot, env: { ...env, ...more } });
  return { home, directory, stateRoot, write, load };
}

/** Loads a copy of a fixture folder. */
export function loadFixture(name: string) {
  const { directory, load } = setting();
  cpSync(join(fixtures, name), directory, { recursive: true });
  return { directory, loaded: load() };
}

export function serverOf({ servers }: LoadedConfig, name: string): UpstreamConfig {
  const found = servers.find(({ declaredName }) => declaredName === name);
  if (!found) throw new Error(`no server ${name} among ${servers.map(({ id }) => id).join(', ')}`);
  return found;
}

/** As the server would be started. */
export function stdioOf(loaded: LoadedConfig, name: string): StdioTransport {
  const transport = readReferences(serverOf(loaded, name).transport);
  if (transport.kind !== 'stdio') throw new Error(`${name} is not a stdio server`);
  return transport;
}
