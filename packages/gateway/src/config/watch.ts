import { canonicalJson } from '../canonical-json.ts';
import { createFileWatch } from '../file-watch.ts';
import { type LoadOptions, loadWithFiles } from './load.ts';
import type { LoadedConfig } from './upstream-config.ts';

export function watchUpstreams(
  options: LoadOptions & { readonly pollMs?: number },
  onChange: (config: LoadedConfig) => void,
) {
  const ownUrls: string[] = [];
  let { config, files } = loadWithFiles(options);
  const reload = () => {
    const before = config;
    ({ config, files } = loadWithFiles({ ...options, ownUrls }));
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
    /** Excludes servers at this address of the running process from now on. */
    addOwnUrl(url: string): void {
      ownUrls.push(url);
      reload();
    },
    close: watch.close,
  };
}
