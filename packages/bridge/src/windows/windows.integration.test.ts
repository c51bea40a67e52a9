import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { expect, test } from 'vitest';
import { start } from '../testing/processes.ts';
import { openWindows } from './windows.ts';

test('lists windows of live processes and removes those of dead ones', async () => {
  const [state, folder] = [tempFolder(), tempFolder()];
  const windows = openWindows(state);
  const all = [1, 2, 3].map(() =>
    start(new URL('testing/window-process.ts', import.meta.url), [state, folder]),
  );
  const [killed, ended, live] = (await Promise.all(all.map(({ ready }) => ready))) as string[];
  await expect(windows.choose({ cwd: folder })).rejects.toMatchObject({
    code: 'E_AMBIGUOUS_WINDOW',
    details: { windows: expect.arrayContaining([expect.objectContaining({ id: killed, kind: 'headless' })]) },
  });
  await all[0]?.kill();
  await all[1]?.stop();
  expect((await windows.choose({ cwd: join(folder, 'src') })).id).toBe(live);
  expect(readdirSync(join(state, 'windows'))).toEqual([`${live}.json`]);
  expect([killed, ended]).not.toContain(live);
}, 60_000);
