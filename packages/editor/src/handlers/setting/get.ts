import type { EditorContext } from '../../context.ts';
import type { Handler } from '../../handler.ts';
import { type EffectiveSetting, effectiveSetting } from '../../settings/effective.ts';
import { maskSetting } from '../../settings/mask-setting.ts';
import { scopeOf } from '../../settings/scope.ts';
import type { SettingScope } from '../../settings-host.ts';

export const handle: Handler<'get_setting'> = async (input, context) => {
  const scope = scopeOf(input, context);
  if (input.key !== undefined) return read(input.key, scope, context);
  const keys = input.keys ?? (await context.host.settings.keys(input.prefix ?? '', scope));
  const all = await Promise.all(keys.map((key) => read(key, scope, context)));
  const { items, cutBy } = await context.budget.collect(all, { rows: keys.length });
  if (cutBy)
    context.budget.cut({
      limit: cutBy,
      shown: items.length,
      total: keys.length,
      next: 'pass a longer {param:prefix}, fewer {param:keys} or a larger {param:maxTokens}.',
    });
  return { settings: [...items], total: keys.length };
};

async function read(key: string, scope: SettingScope, { host }: EditorContext): Promise<EffectiveSetting> {
  const values = await host.settings.inspect(key, scope);
  return effectiveSetting(
    key,
    values.map((each) => ({ ...each, value: maskSetting(key, each.value) })),
  );
}
