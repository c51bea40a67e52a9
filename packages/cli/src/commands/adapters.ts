import { type ConfigLayer, resolveConfig } from '@molehill/core/config';
import { errorText, isMolehillError } from '@molehill/core/errors';
import { silentLog } from '@molehill/core/log';
import { stateDirectory, statePaths } from '@molehill/core/paths';
import { createReaper } from '@molehill/core/processes/reaper';
import { visibleLine } from '@molehill/core/visible-text';
import { allTools, toolNamed } from '@molehill/headless/all-tools';
import { installCommand } from '@molehill/headless/machine-tools/install';
import type { MachineTool, ToolLocation } from '@molehill/headless/machine-tools/machine-tool';
import { MachineTools } from '@molehill/headless/machine-tools/machine-tools';
import { readConfigFile } from '@molehill/serve/runtime';
import { defineCommand } from 'citty';
import { isConfirmed } from '../ask-person.ts';
import { command, flag, jsonArg } from '../command.ts';
import { exitCodes, paint, print, printError, printJson, table, UsageError } from '../output.ts';

const list = command({
  name: 'list',
  description: 'List debug adapters and language servers, and where each was found',
  args: jsonArg,
  async run({ args }) {
    const described = await withMachine(async (machine) => {
      const all = await Promise.all(allTools.map((tool) => describe(tool, machine)));
      return all.filter(({ found, install }) => found || install);
    });
    if (args.json) printJson({ adapters: described });
    else print(table(described.map(row)));
  },
});

const install = command({
  name: 'install',
  description: 'Install debug adapters and language servers, such as js-debug, into Molehill’s own folder',
  variadic: true,
  args: {
    ...jsonArg,
    all: flag('All that this machine has the toolchain for'),
    yes: flag('Do not ask for confirmation'),
  },
  async run({ args }) {
    if (args.all === args._.length > 0)
      throw new UsageError('Give names of adapters or --all.', 'See molehill adapters list.');
    const outcomes = await withMachine(async (machine, signal) => {
      const tools = args.all ? allTools.filter(isInstallable) : args._.map(toolNamed);
      const done: Outcome[] = [];
      for (const tool of tools)
        if (!signal.aborted) done.push(await installOne(tool, { machine, signal, ...args }));
      return done;
    });
    if (args.json) printJson({ adapters: outcomes });
    else for (const outcome of outcomes) report(outcome);
    if (outcomes.some(({ state }) => state === 'failed')) process.exitCode = exitCodes.failed;
    if (outcomes.some(({ state }) => state === 'cancelled')) process.exitCode = exitCodes.interrupted;
  },
});

export const adapters = defineCommand({
  meta: { name: 'adapters', description: 'List and install debug adapters and language servers' },
  subCommands: { list, install },
});

/** An interrupt cancels the work, which ends the programs that it started. */
async function withMachine<T>(work: (machine: MachineTools, signal: AbortSignal) => Promise<T>): Promise<T> {
  const { env } = process;
  const paths = statePaths(stateDirectory(env));
  const config: ConfigLayer = await resolveConfig({ file: readConfigFile(paths.config), env, flags: {} });
  const reaper = createReaper(silentLog);
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    return await work(new MachineTools({ env, stateRoot: paths.root, config, reaper }), abort.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    reaper.close();
  }
}

interface Description {
  readonly name: string;
  readonly kind: MachineTool['kind'];
  readonly languages: readonly string[];
  readonly found?: ToolLocation;
  readonly install?: { readonly command: string; readonly version?: string; readonly obstacle?: string };
}

async function describe(tool: MachineTool, machine: MachineTools): Promise<Description> {
  const { name, kind, languages } = tool;
  const found = await machine.locate(tool);
  if (found) return { name, kind, languages, found };
  const install = installationOf(tool);
  return { name, kind, languages, ...(install ? { install } : {}) };
}

function installationOf(tool: MachineTool): Description['install'] {
  const { name, installation, manualInstallation } = tool;
  if (!installation) return manualInstallation === undefined ? undefined : { command: manualInstallation };
  const obstacle = installation.obstacle(process.env);
  const { version } = installation;
  return { command: installCommand(name), version, ...(obstacle === undefined ? {} : { obstacle }) };
}

function row({ name, kind, languages, found, install: wanted }: Description): string[] {
  const head = [paint('cyan', name), kind, languages.join(', ')];
  if (found) return [...head, found.version ?? '', found.source, found.path];
  const next = wanted?.obstacle === undefined ? `run ${wanted?.command}` : wanted.obstacle;
  return [...head, '', 'not found', next];
}

function isInstallable({ installation }: MachineTool): boolean {
  return installation !== undefined;
}

interface Outcome {
  readonly name: string;
  readonly state: 'installed' | 'present' | 'skipped' | 'declined' | 'cancelled' | 'failed';
  readonly path?: string;
  readonly version?: string;
  readonly reason?: string;
}

interface InstallContext {
  readonly machine: MachineTools;
  readonly signal: AbortSignal;
  readonly all: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

async function installOne(tool: MachineTool, context: InstallContext): Promise<Outcome> {
  const { machine, signal, all, yes, json } = context;
  const { name, installation } = tool;
  const found = await machine.locate(tool);
  // One of the system is used only where Molehill has none itself.
  if (found && found.source !== 'system') return { name, state: 'present', ...placeOf(found) };
  const obstacle = installation?.obstacle(process.env);
  if (all && obstacle !== undefined) return { name, state: 'skipped', reason: obstacle };
  const question = `Install ${name} ${installation?.version}? This fetches ${installation?.fetches}.`;
  if (installation && obstacle === undefined && !yes && !(await isConfirmed(question)))
    return { name, state: 'declined' };
  const progress = (_done: number, _total?: number, message?: string) => {
    if (message && !json) printError(`${name}: ${message} …`);
  };
  try {
    return { name, state: 'installed', ...placeOf(await machine.install(tool, { signal, progress })) };
  } catch (error) {
    if (signal.aborted) return { name, state: 'cancelled' };
    if (!isMolehillError(error)) throw error;
    return { name, state: 'failed', reason: errorText(error) };
  }
}

function placeOf({ path, version }: ToolLocation): Pick<Outcome, 'path' | 'version'> {
  return { path, ...(version === undefined ? {} : { version }) };
}

function report({ name, state, path, version = '', reason }: Outcome): void {
  if (state === 'failed') printError(visibleLine(`molehill: ${reason}`));
  else if (state === 'declined' || state === 'cancelled') print(`${name} was not installed.`);
  else if (state === 'skipped') print(visibleLine(`${name} was skipped: ${reason}.`));
  else {
    const did = state === 'present' ? 'is installed already' : 'was installed';
    print(visibleLine(`${name} ${version} ${did}: ${path}`.replace('  ', ' ')));
  }
}
