import { dirname } from 'node:path';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import type { Log } from '@molehill/core/log';
import { cachedUntilChanged } from '@molehill/core/state/file-cache';
import { type JsonState, openJsonState } from '@molehill/core/state/json-state';
import { parseJsonc } from '@molehill/core/state/jsonc';
import { readIfPresent } from '@molehill/core/state/locked-file';
import * as z from 'zod';
import { checkDefinitions, type DefinitionRules, type Source, type SourceContent } from './definition.ts';
import type { ConnectionBase } from './shape.ts';

export type ReadSource<TConfig> = () => Promise<SourceContent<TConfig>>;

/** The form of the config file and of the store. */
const documentSchema = z.looseObject({ connections: z.array(z.unknown()) });

export type Store = JsonState<z.output<typeof documentSchema>>;

export function openStore(path: string, log: Log): Store {
  return openJsonState({ path, log, schema: documentSchema, empty: { connections: [] }, keepBackup: true });
}

/** A JSON array in an environment variable, read once: the environment of a process does not change. */
export function environmentSource<TConfig extends ConnectionBase>(
  variable: string,
  text: string | undefined,
  cwd: string,
  rules: DefinitionRules<TConfig>,
): ReadSource<TConfig> {
  const source: Source = { kind: 'environment', label: variable };
  return cachedUntilChanged([], async () => {
    if (text === undefined || text.trim() === '') return unusable<TConfig>();
    const json = parseJsonc(text);
    if (!json.ok) return unusable<TConfig>({ source, problem: json.problem });
    if (Array.isArray(json.value)) return checkDefinitions(json.value, source, cwd, rules);
    return unusable<TConfig>({ source, problem: 'not a JSON array of connections' });
  });
}

/** `{"connections": […]}` in a file that a person writes. */
export function configSource<TConfig extends ConnectionBase>(
  path: string,
  rules: DefinitionRules<TConfig>,
): ReadSource<TConfig> {
  const source: Source = { kind: 'config', label: path };
  return cachedUntilChanged([path], async () => {
    const { connections, problem } = await readConfig(path);
    if (connections) return checkDefinitions(connections, source, dirname(path), rules);
    return unusable<TConfig>({ source, problem });
  });
}

async function readConfig(path: string) {
  try {
    const text = await readIfPresent(path);
    if (text === undefined) return { problem: 'the file does not exist' };
    const json = parseJsonc(text);
    if (!json.ok) return { problem: json.problem };
    const { data } = documentSchema.safeParse(json.value);
    return { connections: data?.connections, problem: 'not of the form {"connections": […]}' };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/** The folder is watched too, for damaged files that were set aside in it. */
export function storeSource<TConfig extends ConnectionBase>(
  store: Store,
  path: string,
  rules: DefinitionRules<TConfig>,
): ReadSource<TConfig> {
  const source: Source = { kind: 'store', label: path };
  return cachedUntilChanged([path, dirname(path)], async () => {
    try {
      const { connections } = await store.read();
      const content = checkDefinitions(connections, source, dirname(path), rules);
      const ofStore = (await store.problems()).map((problem) => ({ source, problem }));
      return { ...content, problems: [...content.problems, ...ofStore] };
    } catch (error) {
      if (!isMolehillError(error)) throw error;
      return unusable<TConfig>({ source, problem: error.message });
    }
  });
}

function unusable<TConfig>(...problems: SourceContent<TConfig>['problems']): SourceContent<TConfig> {
  return { connections: new Map(), problems };
}
