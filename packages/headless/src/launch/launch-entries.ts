import { isAbsolute, resolve } from 'node:path';
import { isRecord } from '@molehill/core/record';
import type { LaunchEntry } from '@molehill/editor/host';
import { forPlatform, type JsonObject, objectsIn } from './json-file.ts';
import { askedVariables } from './variables.ts';
import type { ConfigurationFile } from './workspace-files.ts';

/** A configuration or compound as it is written, for this platform. */
export interface RawLaunch {
  readonly name: string;
  readonly kind: 'configuration' | 'compound';
  readonly folder: string;
  readonly value: JsonObject;
}

/** In the order in which VS Code shows them. */
export function launchesIn(files: readonly ConfigurationFile[]): RawLaunch[] {
  const launches = files.flatMap(({ folder, content }) => [
    ...objectsIn(content.configurations).flatMap((value) => launchOf(value, 'configuration', folder)),
    ...objectsIn(content.compounds).flatMap((value) => launchOf(value, 'compound', folder)),
  ]);
  return launches.sort((a, b) => comparePresentation(presentationOf(a), presentationOf(b)));
}

function launchOf(value: JsonObject, kind: RawLaunch['kind'], folder: string): RawLaunch[] {
  return typeof value.name === 'string'
    ? [{ name: value.name, kind, folder, value: forPlatform(value) }]
    : [];
}

export function isHidden(launch: RawLaunch): boolean {
  return presentationOf(launch)?.hidden === true;
}

interface Presentation {
  readonly hidden: boolean;
  readonly group: string | undefined;
  readonly order: number;
}

function presentationOf({ value }: RawLaunch): Presentation | undefined {
  if (!isRecord(value.presentation)) return undefined;
  const { hidden, group, order } = value.presentation;
  return {
    hidden: hidden === true,
    group: typeof group === 'string' ? group : undefined,
    order: typeof order === 'number' ? order : Number.POSITIVE_INFINITY,
  };
}

/** Groups by name, then what has no group, then what has no presentation; by order inside a group. */
function comparePresentation(a: Presentation | undefined, b: Presentation | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  if (a.group !== b.group) {
    if (a.group === undefined || b.group === undefined) return a.group === undefined ? 1 : -1;
    return a.group < b.group ? -1 : 1;
  }
  return a.order === b.order ? 0 : a.order - b.order;
}

export function describeLaunch(launch: RawLaunch, isAdapterInstalled: boolean): LaunchEntry {
  const { name, folder, kind, value } = launch;
  const inputs = askedVariables(value);
  const program = kind === 'compound' ? undefined : programOf(value, folder);
  return {
    name,
    folder,
    type: kind === 'compound' ? 'compound' : String(value.type),
    request: kind === 'compound' ? 'compound' : value.request === 'attach' ? 'attach' : 'launch',
    isAdapterInstalled,
    ...(typeof value.preLaunchTask === 'string' ? { preLaunchTask: value.preLaunchTask } : {}),
    ...(inputs.length > 0 ? { inputs } : {}),
    ...(program === undefined ? {} : { program }),
  };
}

/** Undefined where the file is known only when it is started. */
function programOf({ program }: JsonObject, folder: string): string | undefined {
  if (typeof program !== 'string') return undefined;
  const path = program.replace(/\$\{(workspaceFolder|workspaceRoot|cwd)\}/g, () => folder);
  if (path.includes('${')) return undefined;
  return isAbsolute(path) ? path : resolve(folder, path);
}

/** The names of the configurations that a compound starts. */
export function partsOf({ value }: RawLaunch): { readonly name: string; readonly folder?: string }[] {
  if (!Array.isArray(value.configurations)) return [];
  return value.configurations.flatMap((part: unknown) => {
    if (typeof part === 'string') return [{ name: part }];
    if (!isRecord(part) || typeof part.name !== 'string') return [];
    return [{ name: part.name, ...(typeof part.folder === 'string' ? { folder: part.folder } : {}) }];
  });
}
