import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openJsonState } from '@molehill/core/state/json-state';
import { withLock } from '@molehill/core/state/lock';
import * as vscode from 'vscode';
import * as z from 'zod';

const NAME = 'updateImportsOnFileMove.enabled';
/** A move of many files may take this long. */
const LOCK_WAIT_MS = 60_000;

/** The value that a setting had at one place; absent where it had none. */
const oldValue = z.object({
  key: z.string(),
  target: z.union([
    z.literal(vscode.ConfigurationTarget.Global),
    z.literal(vscode.ConfigurationTarget.Workspace),
  ]),
  value: z.unknown().optional(),
});
type OldValue = z.infer<typeof oldValue>;

/**
 * VS Code's own setting of whether imports follow a moved file. Its default asks the person in a dialog, so it has
 * another value for the time of a move. A file keeps the old one, so that the next window puts it back after a crash.
 */
export class ImportSetting {
  readonly #folder: string;

  /** A folder that all windows share. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async during<T>(wanted: 'always' | 'never', work: () => Promise<T>): Promise<T> {
    return await this.#locked(async () => {
      await this.#putBack();
      const old = placesToSet(wanted);
      if (old.length === 0) return await work();
      await this.#state.change(() => old);
      try {
        for (const { key, target } of old) await update(key, wanted, target);
        return await work();
      } finally {
        await this.#putBack();
      }
    });
  }

  /** Puts back what a window left that ended during a move. */
  async repair(): Promise<void> {
    if ((await this.#state.read()).length === 0) return;
    await this.#locked(() => this.#putBack());
  }

  get #state() {
    return openJsonState<OldValue[]>({
      path: join(this.#folder, 'import-setting.json'),
      schema: z.array(oldValue),
      empty: [],
    });
  }

  async #putBack(): Promise<void> {
    const old = await this.#state.read();
    if (old.length === 0) return;
    for (const { key, target, value } of old) await update(key, value, target);
    await this.#state.change(() => []);
  }

  /** Windows share the user's settings. */
  async #locked<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true });
    return await withLock({ path: join(this.#folder, 'import-setting.lock'), waitMs: LOCK_WAIT_MS }, work);
  }
}

/** Where the wanted value must be written to be in force. The name for both languages wins where it is set. */
function placesToSet(wanted: string): OldValue[] {
  const configuration = vscode.workspace.getConfiguration(undefined, null);
  const isRegistered = (key: string) => configuration.inspect(key)?.defaultValue !== undefined;
  const common = `js/ts.${NAME}`;
  const keys = isRegistered(common)
    ? [common]
    : [`typescript.${NAME}`, `javascript.${NAME}`].filter(isRegistered);
  return keys.flatMap((key): OldValue[] => {
    const found = configuration.inspect(key);
    if ((found?.workspaceValue ?? found?.globalValue) === wanted) return [];
    return found?.workspaceValue === undefined
      ? [{ key, target: vscode.ConfigurationTarget.Global, value: found?.globalValue }]
      : [{ key, target: vscode.ConfigurationTarget.Workspace, value: found.workspaceValue }];
  });
}

async function update(key: string, value: unknown, target: vscode.ConfigurationTarget): Promise<void> {
  await vscode.workspace.getConfiguration(undefined, null).update(key, value, target);
}
