import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { silentLog } from '@molehill/core/log';
import { createReaper } from '@molehill/core/processes/reaper';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { applyTextEdits } from '@molehill/editor/edits/text';
import type { FilePosition } from '@molehill/editor/language-host';
import type { WorkspaceChange } from '@molehill/editor/workspace-change';
import { onTestFinished } from 'vitest';
import type { ClientLimits, LanguageServerSource } from '../lsp/clients.ts';
import { openLanguageHost } from '../lsp/language-host.ts';
import { readTextFile } from '../text-file.ts';
import { testLanguageServers } from './language-servers.ts';

/** Language servers for a new folder with these files. */
export function openTestLanguages(
  files: Readonly<Record<string, string>>,
  limits: Partial<ClientLimits> = {},
  source?: LanguageServerSource,
) {
  const folder = realpathSync.native(tempFolder());
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const reaper = createReaper(silentLog);
  const servers = source ?? testLanguageServers(folder);
  const options = { folders: [folder], servers, env: process.env, reaper, log: silentLog, limits };
  const host = openLanguageHost(options);
  onTestFinished(async () => {
    await host.close();
    reaper.close();
  });
  /** The position of a text in a file, or of its n-th occurrence. */
  const find = (name: string, text: string, occurrence = 1): FilePosition => {
    const lines = readFileSync(at(name), 'utf8').split('\n');
    let left = occurrence;
    for (const [line, content] of lines.entries())
      for (let from = content.indexOf(text); from >= 0; from = content.indexOf(text, from + 1))
        if (--left === 0) return { path: at(name), position: { line, character: from } };
    throw new Error(`${name} has no ${text}`);
  };
  return { host, folder, at, write, find, reaper };
}

/** The files that a change edits, as they are after it. */
export async function textsAfter(
  change: WorkspaceChange,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const texts = change.edits.map(async ({ path, edits }) => {
    const name = path.slice(folder.length + 1);
    return [name, applyTextEdits(await readTextFile(path), edits)] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}
