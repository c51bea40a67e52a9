import { dirname } from 'node:path';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import type { Redactor } from '@molehill/core/redact';
import { type ConnectionSchema, readEntries, type Source, type SourceContent } from './entries.ts';
import { rememberUntilChanged } from './remember.ts';
import { hideSecrets } from './secrets.ts';
import type { ConnectionBase } from './shape.ts';
import { parseDocument, parseJson, readIfThere } from './store/document.ts';
import type { Store } from './store/store.ts';
import { resolveWrittenPaths } from './written-paths.ts';

export interface SourceOptions<TConfig> {
  readonly schema: ConnectionSchema<TConfig>;
  readonly redactor: Redactor;
  readonly pathFields: readonly string[];
  readonly home: string;
}

export type ReadSource<TConfig> = () => Promise<SourceContent<TConfig>>;

/** A JSON array in an environment variable. The environment of a process does not change under it. */
export function environmentSource<TConfig extends ConnectionBase>(
  variable: string,
  text: string | undefined,
  cwd: string,
  options: SourceOptions<TConfig>,
): ReadSource<TConfig> {
  const source: Source = { kind: 'environment', label: variable };
  const read = async () => {
    if (text === undefined || text.trim() === '') return empty<TConfig>();
    const json = await parseJson(text);
    if (!json.ok) return unusable<TConfig>(source, json.problem);
    if (!Array.isArray(json.value)) return unusable<TConfig>(source, 'not a JSON array of connections');
    return accept(json.value, source, cwd, options);
  };
  let content: Promise<SourceContent<TConfig>> | undefined;
  return () => {
    content ??= read();
    return content;
  };
}

/** `{"connections": […]}` in a file that a person wrote. */
export function configSource<TConfig extends ConnectionBase>(
  path: string,
  options: SourceOptions<TConfig>,
): ReadSource<TConfig> {
  const source: Source = { kind: 'config', label: path };
  return rememberUntilChanged([path], async () => {
    try {
      const text = await readIfThere(path);
      if (text === undefined) return unusable<TConfig>(source, 'there is no such file');
      const parsed = await parseDocument(text);
      if (!parsed.ok) return unusable<TConfig>(source, parsed.problem);
      return accept(parsed.value.connections, source, dirname(path), options);
    } catch (error) {
      return unusable<TConfig>(source, messageOf(error));
    }
  });
}

export function storeSource<TConfig extends ConnectionBase>(
  store: Store,
  path: string,
  options: SourceOptions<TConfig>,
): ReadSource<TConfig> {
  const source: Source = { kind: 'store', label: path };
  return rememberUntilChanged([path, dirname(path)], async () => {
    try {
      const { entries, problems } = await store.read();
      const content = accept(entries, source, dirname(path), options);
      return {
        ...content,
        problems: [...content.problems, ...problems.map((problem) => ({ source, problem }))],
      };
    } catch (error) {
      if (!isMolehillError(error)) throw error;
      return unusable<TConfig>(source, error.message);
    }
  });
}

function accept<TConfig extends ConnectionBase>(
  entries: readonly unknown[],
  source: Source,
  folder: string,
  options: SourceOptions<TConfig>,
): SourceContent<TConfig> {
  for (const entry of entries) hideSecrets(entry, options.redactor);
  const placed = entries.map((entry) => resolveWrittenPaths(entry, options.pathFields, folder, options.home));
  const content = readEntries(placed, source, options.schema);
  // A schema may find a password where none stood by itself: in an address.
  for (const { config } of content.connections.values()) hideSecrets(config, options.redactor);
  return content;
}

function empty<TConfig>(): SourceContent<TConfig> {
  return { connections: new Map(), problems: [] };
}

function unusable<TConfig>(source: Source, problem: string): SourceContent<TConfig> {
  return { connections: new Map(), problems: [{ source, problem }] };
}
