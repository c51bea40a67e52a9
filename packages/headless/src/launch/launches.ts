import { basename, join } from 'node:path';
import { nearest } from '@molehill/core/near';
import { editorErrors } from '@molehill/editor/errors';
import type { DebugConfiguration, LaunchEntry, StartRequest } from '@molehill/editor/host';
import type { Env } from '../machine-tools/machine-tool.ts';
import { type JsonObject, readJsonFile } from './json-file.ts';
import { describeLaunch, isHidden, launchesIn, partsOf, type RawLaunch } from './launch-entries.ts';
import { resolveConfiguration } from './resolve.ts';
import type { VariableContext } from './variables.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** What a start request means: one session, or those of a compound. */
export interface LaunchPlan {
  readonly sessions: readonly PlannedSession[];
  /** The task of a compound, which runs before all of them. */
  readonly preLaunchTask?: TaskReference;
  /** The end of one session ends the others. */
  readonly stopAll: boolean;
}

export interface PlannedSession {
  readonly configuration: DebugConfiguration;
  readonly folder: string;
  readonly preLaunchTask?: TaskReference;
}

export interface TaskReference {
  /** A label, or the identifier of an npm script. */
  readonly task: string | JsonObject;
  readonly folder: string;
  readonly variables: VariableContext;
}

export interface LaunchesOptions {
  readonly files: WorkspaceFiles;
  readonly env: Env;
  isInstalled(type: string): Promise<boolean>;
}

/** The launch configurations of the workspace. */
export class Launches {
  readonly #options: LaunchesOptions;
  readonly #files: WorkspaceFiles;

  constructor(options: LaunchesOptions) {
    this.#options = options;
    this.#files = options.files;
  }

  async list(): Promise<LaunchEntry[]> {
    const launches = await this.#read();
    const shown = launches.filter((launch) => !isHidden(launch));
    return await Promise.all(shown.map((launch) => this.#describe(launch, launches)));
  }

  /** E_CONFIG_NOT_FOUND, E_CONFIRMATION_REQUIRED, E_LAUNCH_FAILED. */
  async plan(request: StartRequest): Promise<LaunchPlan> {
    const { launch, folder } = request;
    if ('request' in launch || 'type' in launch)
      return { sessions: [await this.#session({ folder, value: launch }, request)], stopAll: false };
    const launches = await this.#read();
    const chosen = choose(launches, launch.name, launch.folder ?? folder);
    if (chosen.kind === 'configuration')
      return { sessions: [await this.#session(chosen, request)], stopAll: false };
    return await this.#compound(chosen, launches, request);
  }

  async #read(): Promise<RawLaunch[]> {
    return launchesIn(await this.#files.read('launch'));
  }

  /** A compound can start when all its parts can. */
  async #describe(launch: RawLaunch, launches: readonly RawLaunch[]): Promise<LaunchEntry> {
    const parts =
      launch.kind === 'configuration'
        ? [launch]
        : partsOf(launch).map(({ name }) => launches.find((other) => other.name === name));
    const installed = await Promise.all(
      parts.map((part) => this.#options.isInstalled(String(part?.value.type))),
    );
    return describeLaunch(launch, installed.every(Boolean));
  }

  async #compound(
    compound: RawLaunch,
    launches: readonly RawLaunch[],
    request: StartRequest,
  ): Promise<LaunchPlan> {
    const configurations = launches.filter(({ kind }) => kind === 'configuration');
    const parts = partsOf(compound);
    if (parts.length === 0) {
      const message = `The compound "${compound.name}" names no configurations.`;
      throw editorErrors.fail('E_CONFIG_NOT_FOUND', message);
    }
    const sessions: PlannedSession[] = [];
    for (const { name, folder } of parts) {
      const path = folder && (await this.#files.folderNames()).get(folder);
      sessions.push(await this.#session(choose(configurations, name, path || compound.folder), request));
    }
    const task = await this.#task(compound, request);
    return { sessions, stopAll: compound.value.stopAll === true, ...(task ? { preLaunchTask: task } : {}) };
  }

  async #session(
    { folder, value }: { readonly folder: string; readonly value: JsonObject },
    request: StartRequest,
  ): Promise<PlannedSession> {
    const configuration = await resolveConfiguration(
      value,
      request,
      await this.#variables(folder, request.file),
    );
    const task = await this.#task({ folder, value }, request);
    return { configuration, folder, ...(task ? { preLaunchTask: task } : {}) };
  }

  async #task(
    { folder, value }: { readonly folder: string; readonly value: JsonObject },
    { file }: StartRequest,
  ): Promise<TaskReference | undefined> {
    const task = value.preLaunchTask;
    if (!task) return undefined;
    const reference = typeof task === 'object' ? (task as JsonObject) : String(task);
    return { task: reference, folder, variables: await this.#variables(folder, file) };
  }

  async #variables(folder: string, file: string | undefined): Promise<VariableContext> {
    const settings = await readJsonFile(join(folder, '.vscode', 'settings.json')).catch(() => undefined);
    return {
      folder,
      folders: await this.#files.folderNames(),
      file,
      env: this.#options.env,
      setting: (name) => settings?.[name],
    };
  }
}

/** Of configurations with the same name, the one of the folder. */
function choose(launches: readonly RawLaunch[], name: string, folder: string): RawLaunch {
  const named = launches.filter((launch) => launch.name === name);
  const found = named.find((launch) => launch.folder === folder) ?? named[0];
  if (found) return found;
  const names = [...new Set(launches.map((launch) => launch.name))];
  const near = nearest(name, names);
  const listed =
    names.length > 0
      ? `The names are: ${names.map((known) => `"${known}"`).join(', ')}.`
      : `${basename(folder)} has no launch configurations.`;
  throw editorErrors.fail(
    'E_CONFIG_NOT_FOUND',
    `There is no launch configuration "${name}".${near ? ` Did you mean "${near}"?` : ''} ${listed}`,
    {
      details: { names, ...(near ? { nearest: near } : {}) },
      ...(names.length > 0
        ? {}
        : { hint: 'Start a file with {param:path}, or pass a configuration in {param:config}.' }),
    },
  );
}
