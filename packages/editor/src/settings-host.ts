export type SettingTarget = 'user' | 'workspace' | 'folder';

export interface SettingScope {
  /** A file or folder whose folder's settings apply. Default: the first workspace folder. */
  readonly path?: string;
  /** A language id: values of its `[language]` section apply too. */
  readonly language?: string;
}

/** The value that one place gives to a setting. */
export interface SettingValue {
  readonly from: 'default' | SettingTarget;
  /** Present where it is of the section of a language. */
  readonly language?: string;
  readonly value: unknown;
}

/** Where a value is kept: a host may have one file for two targets. */
export interface SettingPlace {
  readonly target: SettingTarget;
  readonly file: string;
}

export interface CurrentSetting extends SettingPlace {
  /** Undefined where it has no value there. */
  readonly value: unknown;
}

export interface SettingUpdate extends SettingPlace {
  /** Undefined where it had no value there. */
  readonly old: unknown;
  /** Undefined where it has none now. */
  readonly new: unknown;
}

/** The settings of the editor, in the files where VS Code keeps them. */
export interface SettingsHost {
  /** The values of each setting from the weakest to the strongest. Empty where nothing sets it. E_SETTINGS_DAMAGED. */
  inspect(keys: readonly string[], scope: SettingScope): Promise<readonly (readonly SettingValue[])[]>;
  /** Keys with a value that start with this prefix. */
  keys(prefix: string, scope: SettingScope): Promise<readonly string[]>;
  /** What `update` would replace, and where. E_OUTSIDE_WORKSPACE, E_SETTINGS_DAMAGED. */
  current(key: string, target: SettingTarget, scope: SettingScope): Promise<CurrentSetting>;
  /** Undefined removes it. Resolves when it is on the disk. E_SETTINGS_DAMAGED, E_WRITE_FAILED. */
  update(key: string, value: unknown, target: SettingTarget, scope: SettingScope): Promise<SettingUpdate>;
  /** Undefined where this host does not know which settings exist. */
  isKnown(key: string): boolean | undefined;
}
