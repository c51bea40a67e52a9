import { editorErrors } from '@molehill/editor/errors';
import type { SettingsHost } from '@molehill/editor/settings-host';

export function openSettings(): SettingsHost {
  return {
    inspect: async () => [],
    keys: async () => [],
    update: async () => {
      throw editorErrors.fail('E_WRITE_FAILED', 'Settings cannot be written yet.');
    },
    isKnown: () => undefined,
  };
}
