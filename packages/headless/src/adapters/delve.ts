import { dirname, extname, isAbsolute } from 'node:path';
import type { DebugConfiguration } from '@molehill/editor/host';
import { buildGoProgram, fromGoInstall, goProgramFile, whyNoGo } from '../machine-tools/go-module.ts';
import { configured, installed, onPath } from '../machine-tools/locations.ts';
import type { AdapterProcess, AdapterSpec } from './adapter.ts';

const name = 'delve';
const version = '1.27.2';
const pinned = {
  module: 'github.com/go-delve/delve',
  package: 'cmd/dlv',
  version,
  checksum: 'h1:dhcjFjiVoQI53uwsG7EqYiMhdvFuywsBZx4KDOK+sYE=',
  program: 'dlv',
} as const;

export const delve: AdapterSpec = {
  name,
  kind: 'debug adapter',
  languages: ['Go'],
  types: ['go', 'delve'],
  setting: 'delvePath',
  async locate(search) {
    const setting = configured(search);
    if (setting) return setting.location;
    return (
      fromGoInstall('dlv', search.env) ??
      installed(search, { name, version, file: goProgramFile('dlv') }) ??
      onPath(['dlv'], search)
    );
  },
  process: ({ path }, configuration) => processOf(path, configuration),
  prepare(configuration): DebugConfiguration {
    const { __workspaceFolder, ...rest } = configuration;
    const { name: title, request } = configuration;
    const prepared = { ...rest, name: title, request, type: 'go', mode: modeOf(configuration) };
    // In its other mode delve writes what the program prints to its own output.
    return request === 'attach' ? prepared : { ...prepared, outputMode: 'remote' };
  },
  installation: {
    version,
    fetches: `the Go module ${pinned.module}@v${version}, built here in about a minute`,
    obstacle: whyNoGo,
    install: (job) => buildGoProgram(pinned, job),
  },
};

function modeOf({ mode, program, request, processId }: DebugConfiguration): unknown {
  if (request === 'attach') return mode ?? (processId === undefined ? 'remote' : 'local');
  if (mode !== undefined && mode !== 'auto') return mode;
  return typeof program === 'string' && program.endsWith('_test.go') ? 'test' : 'debug';
}

function processOf(path: string, configuration: DebugConfiguration): AdapterProcess {
  const { mode, host, port, program, cwd } = configuration;
  if (mode === 'remote' && typeof port === 'number')
    return { kind: 'running', host: typeof host === 'string' ? host : '127.0.0.1', port };
  const folder = moduleFolder(program) ?? (typeof cwd === 'string' ? cwd : undefined);
  return {
    kind: 'tcp-client',
    command: path,
    args: (ours) => ['dap', `--client-addr=127.0.0.1:${ours}`],
    ...(folder === undefined ? {} : { cwd: folder }),
  };
}

/** delve runs `go build` in its own working directory, which must be inside the module. */
function moduleFolder(program: unknown): string | undefined {
  if (typeof program !== 'string' || !isAbsolute(program)) return undefined;
  return extname(program) === '' ? program : dirname(program);
}
