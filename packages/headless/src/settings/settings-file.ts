import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isMolehillError, messageOf } from '@molehill/core/errors';
import { readRegularFile } from '@molehill/core/files/regular-file';
import { isRecord } from '@molehill/core/record';
import { errorCode } from '@molehill/core/state/files';
import { editJsonc, parseJsonc } from '@molehill/core/state/jsonc';
import { withLockedFile } from '@molehill/core/state/locked-file';
import { editorErrors } from '@molehill/editor/errors';
import { lookUp, pathOf, type SettingsObject } from './settings-object.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const LARGEST = 16 * 1024 * 1024;
/** A key may be in a file twice. */
const MOST_EDITS = 20;

export interface SettingAt {
  readonly key: string;
  /** The key of the section of a language. */
  readonly section: string | undefined;
}

export interface SettingEdit extends SettingAt {
  /** Undefined removes it. */
  readonly value: unknown;
}

/** Empty without the file. E_SETTINGS_DAMAGED. */
export async function readSettings(file: string): Promise<SettingsObject> {
  return settingsIn(file, await textOf(file));
}

/** E_SETTINGS_DAMAGED and E_WRITE_FAILED, with nothing changed. */
export async function editSettings(
  file: string,
  given: SettingEdit,
  stateRoot: string,
): Promise<{ readonly old: unknown; readonly new: unknown }> {
  try {
    const edit = { ...given, value: asJson(given.value) };
    const real = realPathOf(file);
    // In the state directory, because files in the project would show up in version control.
    const name = createHash('sha256').update(real).digest('hex').slice(0, 24);
    const lockPath = join(stateRoot, 'locks', `settings-${name}.lock`);
    return await withLockedFile({ path: real, lockPath }, async (locked) => {
      const text = await textOf(locked.path);
      const before = settingsIn(locked.path, text);
      const edited = editText(locked.path, text, edit);
      if (edited !== text) {
        const mode = await stat(locked.path).then(
          ({ mode }) => mode & 0o777,
          () => 0o644,
        );
        await mkdir(dirname(locked.path), { recursive: true });
        await locked.replace(edited, mode);
      }
      return { old: valueIn(before, edit), new: valueIn(settingsIn(locked.path, edited), edit) };
    });
  } catch (cause) {
    if (isMolehillError(cause) && cause.code !== 'E_STORE_ACCESS') throw cause;
    throw editorErrors.fail('E_WRITE_FAILED', `${file} was not changed: ${messageOf(cause)}`, { cause });
  }
}

/** As it is read again: without -0. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function editText(file: string, text: string, edit: SettingEdit): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  let json = text.slice(mark.length);
  for (let round = 0; round < MOST_EDITS; round += 1) {
    const settings = settingsIn(file, json);
    if (isDeepStrictEqual(valueIn(settings, edit), edit.value)) return mark + json;
    const path = [...(edit.section === undefined ? [] : [edit.section]), ...pathIn(settings, edit)];
    // The reader takes the last of equal keys and the editor the first, which is therefore removed.
    if (round > 0) json = editJsonc(json, path, undefined);
    if (edit.value !== undefined || round === 0) json = editJsonc(json, path, edit.value);
  }
  const message = `${file} has the key ${JSON.stringify(edit.key)}, or one around or inside it, more than once.`;
  throw editorErrors.fail('E_SETTINGS_DAMAGED', message, {
    hint: 'Ask a person to remove the repeated keys from the file, then call again.',
  });
}

/** In the section or outside all. */
export function valueIn(settings: SettingsObject, { key, section }: SettingAt): unknown {
  return lookUp(sectionIn(settings, section), key);
}

function pathIn(settings: SettingsObject, { key, section }: SettingAt): readonly string[] {
  return pathOf(sectionIn(settings, section), key);
}

function sectionIn(settings: SettingsObject, section: string | undefined): SettingsObject {
  if (section === undefined) return settings;
  const content = Object.hasOwn(settings, section) ? settings[section] : undefined;
  return isRecord(content) ? content : {};
}

function settingsIn(file: string, text: string): SettingsObject {
  const parsed = parseJsonc(text, { allowEmpty: true });
  if (!parsed.ok) {
    const { reason, line, column } = parsed;
    throw editorErrors.fail('E_SETTINGS_DAMAGED', `${file}, line ${line}, column ${column}: ${reason}.`, {
      details: { file, line, column },
    });
  }
  if (parsed.value === undefined) return {};
  if (isRecord(parsed.value)) return parsed.value;
  throw editorErrors.fail('E_SETTINGS_DAMAGED', `${file}, line 1, column 1: not a JSON object.`, {
    details: { file, line: 1, column: 1 },
  });
}

/** Read as bytes: text in another encoding would be written back changed. */
async function textOf(file: string): Promise<string> {
  const bytes = await readRegularFile(file, { limit: LARGEST, encoding: 'latin1' }).catch(
    (error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return '';
      throw editorErrors.fail('E_SETTINGS_DAMAGED', `${file} cannot be read: ${messageOf(error)}`, {
        cause: error,
        hint: 'Make it a readable file, then call again.',
      });
    },
  );
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch (cause) {
    throw editorErrors.fail('E_SETTINGS_DAMAGED', `${file} is not in UTF-8.`, {
      cause,
      hint: 'Save the file in UTF-8, then call again.',
    });
  }
}

/** A link is written through; one that leads to nothing would be replaced. */
function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch (cause) {
    if (isEntry(file)) throw cause;
    return file;
  }
}

/** Whether something is there, also a link that leads to nothing. */
export function isEntry(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
