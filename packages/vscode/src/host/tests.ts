import { editorErrors } from '@molehill/editor/errors';
import type { TestHost } from '@molehill/editor/host';

export function vscodeTests(): TestHost {
  const none = async () => {
    throw editorErrors.fail('E_TESTS_NOT_DISCOVERED', 'Tests are not connected yet.');
  };
  return { discover: none, run: none, debug: none };
}
