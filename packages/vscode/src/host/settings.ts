import { join } from 'node:path';
import { messageOf } from '@molehill/core/errors';
import { editorErrors } from '@molehill/editor/errors';
import type {
  SettingPlace,
  SettingScope,
  SettingsHost,
  SettingTarget,
  SettingValue,
} from '@molehill/editor/settings-host';
import * as vscode from 'vscode';
import { uriOf } from './paths.ts';

const targets: Readonly<Record<SettingTarget, vscode.ConfigurationTarget>> = {
  user: vscode.ConfigurationTarget.Global,
  workspace: vscode.ConfigurationTarget.Workspace,
  folder: vscode.ConfigurationTarget.WorkspaceFolder,
};

export function vscodeSettings(): SettingsHost {
  return {
    inspect: async (keys, scope) => {
      const configuration = configurationFor(scope);
      return keys.map((key) => valuesOf(configuration.inspect(key), scope.language));
    },
    keys: async (prefix, scope) => keysBelow(configurationFor(scope), prefix),
    current: async (key, target, scope) => {
      const place = placeOf(target, scope);
      return { ...place, value: valueAt(place.target, key, scope) };
    },
    update: async (key, value, target, scope) => {
      const place = placeOf(target, scope);
      const old = valueAt(place.target, key, scope);
      await write(key, value, place.target, scope);
      return { ...place, old, new: valueAt(place.target, key, scope) };
    },
    isKnown: (key) => vscode.workspace.getConfiguration().inspect(key)?.defaultValue !== undefined,
  };
}

async function write(key: string, value: unknown, target: SettingTarget, scope: SettingScope): Promise<void> {
  try {
    await configurationFor(scope).update(key, value, targets[target], scope.language !== undefined);
  } catch (cause) {
    const message = `VS Code did not write ${key}: ${messageOf(cause)}`;
    throw editorErrors.fail('E_WRITE_FAILED', message, { cause });
  }
}

function isMultiRoot(): boolean {
  return vscode.workspace.workspaceFile !== undefined && (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
}

/** In a window with one folder its file is that of the workspace. */
function placeOf(target: SettingTarget, { path }: SettingScope): SettingPlace {
  const { workspaceFolders = [], workspaceFile } = vscode.workspace;
  if (target === 'user') return { target, file: 'the user settings of VS Code' };
  if (target === 'workspace' && workspaceFile && isMultiRoot()) return { target, file: workspaceFile.fsPath };
  const folder =
    (path === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uriOf(path))) ??
    workspaceFolders[0];
  if (!folder)
    throw editorErrors.fail('E_WRITE_FAILED', 'No folder is open in this window.', {
      hint: 'Open a folder, or pass {param:target} user.',
    });
  return {
    target: isMultiRoot() ? 'folder' : 'workspace',
    file: join(folder.uri.fsPath, '.vscode', 'settings.json'),
  };
}

function valueAt(target: SettingTarget, key: string, scope: SettingScope): unknown {
  const values = valuesOf(configurationFor(scope).inspect(key), scope.language);
  return values.findLast(({ from, language }) => from === target && language === scope.language)?.value;
}

function configurationFor({ path, language }: SettingScope): vscode.WorkspaceConfiguration {
  const uri = path === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : uriOf(path);
  return vscode.workspace.getConfiguration(
    undefined,
    language === undefined ? uri : { ...(uri && { uri }), languageId: language },
  );
}

type Inspected = ReturnType<vscode.WorkspaceConfiguration['inspect']>;

function valuesOf(inspected: Inspected, language: string | undefined): readonly SettingValue[] {
  if (!inspected) return [];
  const values: SettingValue[] = [
    { from: 'default', value: inspected.defaultValue },
    { from: 'user', value: inspected.globalValue },
    { from: 'workspace', value: inspected.workspaceValue },
    { from: 'folder', value: inspected.workspaceFolderValue },
    ...(language === undefined ? [] : languageValues(inspected, language)),
  ];
  // With one folder, its values are answered once more as those of the workspace.
  return values.filter(({ from, value }) => value !== undefined && (from !== 'folder' || isMultiRoot()));
}

function languageValues(inspected: NonNullable<Inspected>, language: string): readonly SettingValue[] {
  return [
    { from: 'default', language, value: inspected.defaultLanguageValue },
    { from: 'user', language, value: inspected.globalLanguageValue },
    { from: 'workspace', language, value: inspected.workspaceLanguageValue },
    { from: 'folder', language, value: inspected.workspaceFolderLanguageValue },
  ];
}

/** Settings are objects of objects down to their values; the registered ones have a default. */
function keysBelow(configuration: vscode.WorkspaceConfiguration, prefix: string): readonly string[] {
  const start = prefix.replace(/\.?$/, '');
  const found: string[] = [];
  const visit = (value: unknown, key: string) => {
    const isRegistered = key !== '' && configuration.inspect(key)?.defaultValue !== undefined;
    if (isRegistered || typeof value !== 'object' || value === null || Array.isArray(value)) found.push(key);
    else
      for (const [name, child] of Object.entries(value)) visit(child, key === '' ? name : `${key}.${name}`);
  };
  visit(start === '' ? configuration : configuration.get(start), start);
  return found.filter((key) => key.startsWith(prefix));
}
