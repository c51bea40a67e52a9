import { type AdapterName, debugAdapter } from '../../../../test/engines/debug-adapters.ts';
import type { AdapterSpec } from '../adapters/adapter.ts';
import { codelldb } from '../adapters/codelldb.ts';
import { debugpy } from '../adapters/debugpy.ts';
import { delve } from '../adapters/delve.ts';
import { jsDebug } from '../adapters/js-debug.ts';

/** The pinned adapters of the test cache, each installed on first use. */
export const testAdapters: readonly AdapterSpec[] = [
  fromCache('js-debug', jsDebug),
  fromCache('debugpy', debugpy),
  fromCache('delve', delve),
  fromCache('codelldb', codelldb),
];

function fromCache(name: AdapterName, spec: AdapterSpec): AdapterSpec {
  return {
    ...spec,
    async locate() {
      const path = await debugAdapter(name);
      return path === undefined ? undefined : { path, source: 'cache' };
    },
  };
}
