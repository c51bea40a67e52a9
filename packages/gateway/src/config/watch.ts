import { canonicalJson } from '../canonical-json.ts';
import { FileWatch, type FileWatchOptions } from '../file-watch.ts';
import { type LoadOptions, loadWithFiles } from './load.ts';
import type { LoadedConfig } from './upstream-config.ts';

export interface ConfigWatch {
  readonly current: LoadedConfig;
  /** Checks now instead of at the next event. */
  check(): void;
  close(): void;
}

/** Calls back when a change on disk changes the configuration. */
export function watchUpstreams(
  options: LoadOptions & FileWatchOptions,
  onChange: (config: LoadedConfig) => void,
): ConfigWatch {
  let { config, files } = loadWithFiles(options);
  const reload = () => {
    const before = config;
    ({ config, files } = loadWithFiles(options));
    watch.watch(files);
    if (canonicalJson(before) !== canonicalJson(config)) onChange(config);
  };
  const watch = new FileWatch(reload, options);
  watch.watch(files);
  return {
    get current() {
      return config;
    },
    check: () => watch.check(),
    close: () => watch.close(),
  };
}
