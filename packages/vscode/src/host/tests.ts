import { editorErrors } from '@molehill/editor/errors';
import type { TestHost } from '@molehill/editor/host';

/** VS Code shows extensions neither the tests that others found nor the results of their runs. */
export function vscodeTests(): TestHost {
  const none = async () => {
    throw editorErrors.fail(
      'E_TESTS_NOT_DISCOVERED',
      'A window of VS Code does not tell its tests to tools.',
      {
        hint: 'Run the tests without the window: molehill exec test_run, or the test command of the project. Debug one with {tool:debug_start} and a configuration that starts the test runner.',
      },
    );
  };
  return { discover: none, run: none, debug: none };
}
