import { existsSync } from 'node:fs';
import { type Audit, openAudit } from '@molehill/core/audit';
import { type CallFeed, createCallFeed, serverEvent } from '@molehill/core/calls';
import { type Config, type ConfigSources, resolveConfig } from '@molehill/core/config';
import type { ServerEvent } from '@molehill/core/context';
import { createDispatcher, type Dispatcher } from '@molehill/core/dispatch';
import { readRegularFileSync } from '@molehill/core/files/regular-file';
import { HandleStore } from '@molehill/core/handles';
import { createLog, type Log } from '@molehill/core/log';
import { ensureStateDirectory, type StatePaths, stateDirectory, statePaths } from '@molehill/core/paths';
import { createRedactor, type Redactor } from '@molehill/core/redact';
import type { Telemetry, TelemetryOptions } from './telemetry.ts';

/** What every program has around its servers: settings, log, audit, handles and the dispatcher. */
export interface Runtime {
  readonly config: Config;
  readonly paths: StatePaths;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly feed: CallFeed;
  readonly audit: Audit;
  readonly dispatcher: Dispatcher;
  readonly handles: HandleStore;
  /** An event of a built-in server, outside a call. */
  emit(server: string, event: ServerEvent): void;
  /** Disposes handles, closes the audit and flushes traces. */
  close(): Promise<void>;
}

export interface RuntimeOptions extends Pick<ConfigSources, 'env' | 'flags'> {
  /** Default: standard error, or the configured file. */
  readonly log?: Log;
  readonly redactor?: Redactor;
}

export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const paths = statePaths(stateDirectory(options.env));
  const config = await resolveConfig({
    file: readConfigFile(paths.config),
    env: options.env,
    flags: options.flags,
  });
  const redactor = options.redactor ?? createRedactor();
  const log = options.log ?? createLog({ level: config.logLevel, file: config.logFile, redactor });
  const feed = createCallFeed();
  const audit = openAudit({ path: paths.audit, log });
  prepareState(paths, log);
  feed.subscribe((event) => {
    if (event.kind === 'finished') audit.append(event.call);
  });
  const telemetry = await openTelemetry({ env: options.env, feed, log });
  const handles = new HandleStore();
  const dispatcher = createDispatcher({
    log,
    redactor,
    feed,
    handles,
    timeoutMs: config.timeoutMs,
    budget: { rows: config.budgetRows, bytes: config.budgetBytes, tokens: config.budgetTokens },
    auditArguments: config.auditArguments,
    requiredAudit: config.audit === 'required' ? audit : undefined,
  });
  const emit = (server: string, event: ServerEvent) => feed.publish(serverEvent(server, event, redactor));
  const close = async () => {
    await handles.close();
    audit.close();
    await telemetry?.close();
  };
  return { config, paths, log, redactor, feed, audit, dispatcher, handles, emit, close };
}

/** Loaded only if tracing is configured. */
async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  if (!wantsTraces(options.env)) return undefined;
  const { startTelemetry, tracesEndpoint } = await import('./telemetry.ts');
  const endpoint = tracesEndpoint(options.env);
  return endpoint === undefined ? undefined : startTelemetry(endpoint, options);
}

function wantsTraces(env: ConfigSources['env']): boolean {
  return Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

export function readConfigFile(path: string): ConfigSources['file'] {
  return existsSync(path) ? { path, text: readRegularFileSync(path) } : undefined;
}

/** An unwritable home disables what is written there, not the tools. */
function prepareState(paths: StatePaths, log: Log): void {
  try {
    ensureStateDirectory(paths.root);
  } catch (error) {
    log.warn({ err: error }, 'the state directory cannot be used');
  }
}
