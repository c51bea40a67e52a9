import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileErrors } from '@molehill/core/files/errors';
import { isInside } from '@molehill/core/files/inside';
import type {
  SettingPlace,
  SettingScope,
  SettingsHost,
  SettingTarget,
  SettingValue,
} from '@molehill/editor/settings-host';
import type { Env } from '../machine-tools/machine-tool.ts';
import { editSettings, isEntry, readSettings, valueIn } from './settings-file.ts';
import { keysOf, lookUp, type SettingsObject, sectionsOf } from './settings-object.ts';
import { userSettingsFile } from './user-file.ts';

export interface SettingsOptions {
  /** Real paths of the open folders. */
  readonly folders: readonly string[];
  readonly stateRoot: string;
  readonly env: Env;
}

interface Layer extends SettingPlace {
  readonly settings: SettingsObject;
}

/**
 * The settings in the files of VS Code. One open folder is the workspace, as in VS Code; of several, each has a file of
 * its own and there is none for all of them.
 */
export function openSettings(options: SettingsOptions): SettingsHost {
  return {
    inspect: async (keys, scope) => {
      const read = await layers(options, scope);
      return keys.map((key) => valuesOf(read, key, scope.language));
    },
    keys: async (prefix, scope) => keysIn(await layers(options, scope), prefix, scope.language),
    current: async (key, target, scope) => {
      const place = placeOf(options, target, scope);
      const settings = await readSettings(place.file);
      return { ...place, value: valueIn(settings, { key, section: sectionFor(scope) }) };
    },
    update: async (key, value, target, scope) => {
      const place = placeOf(options, target, scope);
      const edit = { key, value, section: sectionFor(scope) };
      return { ...place, ...(await editSettings(place.file, edit, options.stateRoot)) };
    },
    isKnown: () => undefined,
  };
}

/** A section of several languages is never written: it is of the others too, and weaker. */
function sectionFor({ language }: SettingScope): string | undefined {
  return language === undefined ? undefined : `[${language}]`;
}

async function layers(options: SettingsOptions, scope: SettingScope): Promise<readonly Layer[]> {
  const places = [placeOf(options, 'user', scope), placeOf(options, 'workspace', scope)];
  return Promise.all(places.map(async (place) => ({ ...place, settings: await readSettings(place.file) })));
}

/** Values of sections are stronger than all others, as in VS Code. */
function valuesOf(of: readonly Layer[], key: string, language: string | undefined): readonly SettingValue[] {
  const plain = of.flatMap(({ target, settings }) => defined({ from: target, value: lookUp(settings, key) }));
  if (language === undefined) return plain;
  const own = of.flatMap(({ target, settings }) =>
    sectionsOf(settings, language).flatMap(({ content }) =>
      defined({ from: target, language, value: lookUp(content, key) }),
    ),
  );
  return [...plain, ...own];
}

function defined(value: SettingValue): readonly SettingValue[] {
  return value.value === undefined ? [] : [value];
}

function keysIn(of: readonly Layer[], prefix: string, language: string | undefined): readonly string[] {
  const objects = of.flatMap(({ settings }) => [
    settings,
    ...(language === undefined ? [] : sectionsOf(settings, language).map(({ content }) => content)),
  ]);
  return [...new Set(objects.flatMap((settings) => keysOf(settings, prefix)))].toSorted();
}

function placeOf(options: SettingsOptions, target: SettingTarget, { path }: SettingScope): SettingPlace {
  const { folders, env, stateRoot } = options;
  if (target === 'user') return { target, file: userSettingsFile(env, stateRoot) };
  const holding = path === undefined ? undefined : folders.filter((folder) => isInside(folder, path));
  const folder = holding?.toSorted((a, b) => b.length - a.length)[0] ?? folders[0] ?? '.';
  const file = join(folder, '.vscode', 'settings.json');
  assertInside(folders, file);
  return { target: folders.length > 1 ? 'folder' : 'workspace', file };
}

/** A checkout may bring a link at the place of the file or its folder, to the user's own settings for example. */
function assertInside(folders: readonly string[], file: string): void {
  const existing = [file, dirname(file)].find(isEntry);
  if (existing === undefined || !existsSync(existing)) return;
  const real = realpathSync.native(existing);
  if (folders.some((folder) => isInside(folder, real))) return;
  throw fileErrors.fail('E_OUTSIDE_WORKSPACE', `${existing} is a link to ${real}, outside the workspace.`, {
    hint: 'Ask a person to replace the link with a file, then call again.',
  });
}
