import { coreErrors } from '@molehill/core/errors';
import type { EditorContext } from '../../context.ts';
import type { ToolInputs } from '../../generated/types.ts';
import type { Handler } from '../../handler.ts';
import { maskSetting } from '../../settings/mask-setting.ts';
import { protectedKeys } from '../../settings/protected.ts';
import { scopeOf } from '../../settings/scope.ts';
import type { SettingScope } from '../../settings-host.ts';

type Input = ToolInputs['set_setting'];

/** Characters of a value in a question. */
const LONGEST_SHOWN = 200;

export const handle: Handler<'set_setting'> = async (input, context) => {
  const { key, target } = input;
  const { settings } = context.host;
  const scope = scopeOf(input, context);
  const value = input.value ?? undefined;
  assertKnown(input, context);
  await confirmProtected(input, scope, context);
  const { file, target: used, old, new: now } = await settings.update(key, value, target, scope);
  return {
    key,
    old: maskSetting(key, old),
    new: maskSetting(key, now),
    target: used,
    language: input.language,
    file: context.shown(file),
  };
};

function assertKnown({ key, value }: Input, { host }: EditorContext): void {
  if (value === null || host.settings.isKnown(key) !== false) return;
  throw coreErrors.fail('E_INVALID_PARAMS', `key: the editor has no setting ${JSON.stringify(key)}.`, {
    hint: 'Check the spelling, or install the extension that defines it.',
  });
}

/** What is replaced counts too: an object that is set hides the keys that it does not have. */
async function confirmProtected(input: Input, scope: SettingScope, context: EditorContext): Promise<void> {
  const { key, value, target } = input;
  const { file, value: replaced } = await context.host.settings.current(key, target, scope);
  const found = protectedKeys(key, [value, replaced], target);
  if (found.length === 0) return;
  const section = scope.language === undefined ? '' : ` for ${scope.language}`;
  const change =
    value === null
      ? `Remove the setting ${key}${section} from ${file}`
      : `Set ${key}${section} to ${shownValue(key, value)} in ${file}`;
  const reasons = found
    .filter(({ reason }, index) => found.findIndex((other) => other.reason === reason) === index)
    .map((each) => `${each.key}: ${each.reason}`);
  await context.confirm(`${change}. ${reasons.join('; ')}.`);
}

function shownValue(key: string, value: unknown): string {
  const text = JSON.stringify(maskSetting(key, value));
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
