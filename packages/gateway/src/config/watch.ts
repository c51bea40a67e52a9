import { canonicalJson } from '../canonical-json.ts';
import { createFileWatch } from '../file-watch.ts';
import { type LoadOptions, loadWithFiles } from './load.ts';
import type { LoadedConfig } from './upstream-config.ts';

export function watchUpstreams(
  options: LoadOptions & { readonly pollMs?: number },
  onChange: (config: LoadedConfig) => void,
) {
  let { config, files } = loadWithFiles(options);
  const reload = () => {
    const before = config;
    ({ config, files } = loadWithFiles(options));
    watch.watch(files);
    if (canonicalJson(before) !== canonicalJson(config)) onChange(config);
  };
  const watch = createFileWatch(reload, options.pollMs);
  watch.watch(files);
  return {
    get current() {
      return config;
    },
    check: watch.check,
    /** Loads the configuration again, although no file changed. */
    reload,
    close: watch.close,
  };
}
