import { editorErrors } from '@molehill/editor/errors';
import type { TestHost } from '@molehill/editor/host';

/** VS Code shows extensions neither the tests that others found nor the results of their runs. */
export function vscodeTests(): TestHost {
  const none = async () => {
    throw editorErrors.fail(
      'E_TESTS_NOT_DISCOVERED',
      'A window of VS Code does not tell its tests to tools.',
      {
        hint: 'Run them without the window: `vscb exec test_run --host headless`, and `test_debug` likewise; or start the test runner with {tool:debug_start}.',
      },
    );
  };
  return { discover: none, run: none, debug: none };
}
