import { coreErrors } from '@molehill/core/errors';
import type { EditorContext } from '../context.ts';
import type { SettingScope } from '../settings-host.ts';

/** E_INVALID_PARAMS for a language that cannot be the name of a section. */
export function scopeOf(
  { path, language }: { readonly path?: string | undefined; readonly language?: string | undefined },
  context: EditorContext,
): SettingScope {
  if (language !== undefined && !/^[^\s[\]]+$/.test(language))
    throw coreErrors.fail('E_INVALID_PARAMS', `language: ${JSON.stringify(language)} is not a language id.`, {
      hint: 'Pass one id without brackets, such as python.',
    });
  return {
    ...(path === undefined ? {} : { path: context.path(path) }),
    ...(language === undefined ? {} : { language }),
  };
}
