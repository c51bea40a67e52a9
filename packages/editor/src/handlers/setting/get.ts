import type { EditorContext } from '../../context.ts';
import type { Handler } from '../../handler.ts';
import { type EffectiveSetting, effectiveSetting } from '../../settings/effective.ts';
import { maskSetting } from '../../settings/mask-setting.ts';
import { scopeOf } from '../../settings/scope.ts';
import type { SettingScope } from '../../settings-host.ts';

const NOT_SET = 'No settings file sets it. Its default is not known without VS Code.';

export const handle: Handler<'get_setting'> = async (input, context) => {
  const scope = scopeOf(input, context);
  const { key, keys, prefix = '' } = input;
  if (key !== undefined) {
    const [setting] = await read([key], scope, context);
    return setting?.effectiveFrom === undefined ? { key, hint: NOT_SET } : setting;
  }
  const wanted = keys ?? (await context.host.settings.keys(prefix, scope));
  const found = await read(wanted, scope, context);
  const { items, cutBy } = await context.budget.collect(found, { rows: found.length });
  if (cutBy)
    context.budget.cut({
      limit: cutBy,
      shown: items.length,
      total: found.length,
      next: 'pass a longer {param:prefix}, fewer {param:keys} or a larger {param:maxTokens}.',
    });
  return { settings: [...items], total: found.length };
};

async function read(
  keys: readonly string[],
  scope: SettingScope,
  { host }: EditorContext,
): Promise<readonly EffectiveSetting[]> {
  const values = await host.settings.inspect(keys, scope);
  return keys.map((key, index) =>
    effectiveSetting(
      key,
      (values[index] ?? []).map((each) => ({ ...each, value: maskSetting(key, each.value) })),
    ),
  );
}
