import { canonicalJson } from '../canonical.ts';
import { FileWatch, type FileWatchOptions } from '../file-watch.ts';
import { type LoadOptions, loadWithFiles } from './load.ts';
import type { LoadedConfig, UpstreamConfig } from './upstream-config.ts';

/** Ids by what became of them, so that only the servers concerned are touched. */
export interface ConfigChange {
  readonly config: LoadedConfig;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Something about them is different. */
  readonly changed: readonly string[];
  /** Of the changed ones those that run no longer as they are configured. */
  readonly relaunch: readonly string[];
}

export interface ConfigWatch {
  readonly current: LoadedConfig;
  /** Looks at once instead of waiting for the next sign. */
  check(): void;
  close(): void;
}

/** Calls back after each change on disk that makes a difference. */
export function watchUpstreams(
  options: LoadOptions & FileWatchOptions,
  onChange: (change: ConfigChange) => void,
): ConfigWatch {
  let { config, files } = loadWithFiles(options);
  const reload = () => {
    const before = config;
    ({ config, files } = loadWithFiles(options));
    watch.follow(files);
    const change = differenceOf(before, config);
    if (change) onChange(change);
  };
  const watch = new FileWatch(reload, options);
  watch.follow(files);
  return {
    get current() {
      return config;
    },
    check: () => watch.check(),
    close: () => watch.close(),
  };
}

/** Nothing when all is as before. */
function differenceOf(before: LoadedConfig, config: LoadedConfig): ConfigChange | undefined {
  if (canonicalJson(before) === canonicalJson(config)) return undefined;
  const [old, now] = [byId(before), byId(config)];
  const kept = [...now.keys()].filter((id) => old.has(id));
  const differing = (part: (server: UpstreamConfig | undefined) => unknown) =>
    kept.filter((id) => canonicalJson(part(old.get(id))) !== canonicalJson(part(now.get(id))));
  return {
    config,
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: differing((server) => server),
    relaunch: differing((server) => [server?.transport, server?.enabled, server?.shared, server?.hash]),
  };
}

function byId({ servers }: LoadedConfig): ReadonlyMap<string, UpstreamConfig> {
  return new Map(servers.map((server) => [server.id, server]));
}
