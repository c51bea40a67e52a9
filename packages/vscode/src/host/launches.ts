import { isAbsolute, resolve } from 'node:path';
import { isRecord } from '@molehill/core/record';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration, LaunchEntry, StartRequest } from '@molehill/editor/host';
import * as vscode from 'vscode';
import { uriOf } from './paths.ts';

const [FILE, FOLDER] = ['file', 'workspaceFolder'].map((name) => `\${${name}}`) as [string, string];

type Raw = Readonly<Record<string, unknown>> & { readonly name: string };

interface LaunchPart {
  readonly folder: string;
  readonly configuration: DebugConfiguration;
}

/** Whether an extension of this window contributes the type. */
export function hasDebugger(type: string): boolean {
  return vscode.extensions.all.some(({ packageJSON }) => {
    const debuggers: unknown = packageJSON?.contributes?.debuggers;
    return Array.isArray(debuggers) && debuggers.some((entry) => isRecord(entry) && entry.type === type);
  });
}

export function launchEntries(folder: string): readonly LaunchEntry[] {
  const configurations = rawEntries(folder, 'configurations').map((raw) => entryOf(raw, folder));
  const compounds = rawEntries(folder, 'compounds').map(
    ({ name }): LaunchEntry => ({
      name,
      folder,
      type: 'compound',
      request: 'compound',
      isAdapterInstalled: true,
    }),
  );
  return [...configurations, ...compounds];
}

/** The configurations that a request starts, with its overrides. VS Code resolves their variables. */
export function launchParts({ launch, folder, overrides, file }: StartRequest): readonly LaunchPart[] {
  const complete = (configuration: DebugConfiguration, place: string): LaunchPart => ({
    folder: place,
    configuration: withOverrides(configuration, overrides, file),
  });
  if ('request' in launch) return [complete(launch, folder)];
  const place = launch.folder ?? folder;
  return namedConfigurations(launch.name, place).map((configuration) => complete(configuration, place));
}

/** Several for a compound. E_CONFIG_NOT_FOUND. */
function namedConfigurations(name: string, folder: string): readonly DebugConfiguration[] {
  const isNamedSo = (raw: Raw) => raw.name === name;
  const configuration = rawEntries(folder, 'configurations').find(isNamedSo);
  if (configuration) return [configurationOf(configuration)];
  const compound = rawEntries(folder, 'compounds').find(isNamedSo);
  if (!compound) throw notFound(name, folder);
  const parts = Array.isArray(compound.configurations) ? compound.configurations : [];
  const names = parts.map((part: unknown) => (isRecord(part) ? part.name : part));
  return names.flatMap((part) => (typeof part === 'string' ? namedConfigurations(part, folder) : []));
}

function rawEntries(folder: string, kind: 'configurations' | 'compounds'): readonly Raw[] {
  const entries: unknown = vscode.workspace.getConfiguration('launch', uriOf(folder)).get(kind);
  return Array.isArray(entries) ? entries.filter(isNamed) : [];
}

function isNamed(entry: unknown): entry is Raw {
  return isRecord(entry) && typeof entry.name === 'string';
}

function configurationOf(raw: Raw): DebugConfiguration {
  const { type, request } = raw;
  return { ...raw, type: String(type), request: request === 'attach' ? 'attach' : 'launch' };
}

function withOverrides(
  configuration: DebugConfiguration,
  overrides: StartRequest['overrides'] = {},
  file?: string,
): DebugConfiguration {
  const { env, ...rest } = overrides;
  const merged = {
    ...configuration,
    ...rest,
    ...(isRecord(env) ? { env: { ...(isRecord(configuration.env) ? configuration.env : {}), ...env } } : {}),
  };
  if (file === undefined) return merged;
  // VS Code would take the active editor for it.
  return JSON.parse(JSON.stringify(merged).replaceAll(FILE, JSON.stringify(file).slice(1, -1)));
}

function entryOf(raw: Raw, folder: string): LaunchEntry {
  const { name, type, request } = configurationOf(raw);
  const inputs = [...JSON.stringify(raw).matchAll(/\$\{((?:input|command):[^}]+)\}/g)].map(([, input]) =>
    String(input),
  );
  const program = programOf(raw.program, folder);
  return {
    name,
    folder,
    type,
    request,
    isAdapterInstalled: hasDebugger(type),
    ...(typeof raw.preLaunchTask === 'string' ? { preLaunchTask: raw.preLaunchTask } : {}),
    ...(inputs.length > 0 ? { inputs } : {}),
    ...(program === undefined ? {} : { program }),
  };
}

function programOf(program: unknown, folder: string): string | undefined {
  if (typeof program !== 'string') return undefined;
  const path = program.replaceAll(FOLDER, folder);
  if (path.includes('${')) return undefined;
  return isAbsolute(path) ? path : resolve(folder, path);
}

function notFound(name: string, folder: string) {
  const names = launchEntries(folder).map((entry) => entry.name);
  const listed = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There is none.';
  return editorErrors.fail('E_CONFIG_NOT_FOUND', `No launch configuration is named "${name}". ${listed}`);
}
