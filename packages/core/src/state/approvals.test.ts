import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { openApprovals } from './approvals.ts';

const content = { directory: '/project', id: 'a', hash: 'h1' };

test('an approval is for one content of one thing in one folder', async () => {
  const store = openApprovals({ file: join(tempFolder(), 'approved.json') });
  await store.add([content, content]);
  expect(store.has(content)).toBe(true);
  for (const other of [{ directory: '/project/sub' }, { id: 'b' }, { hash: 'h2' }])
    expect(store.has({ ...content, ...other })).toBe(false);
  expect(store.has({ ...content, files: { '/project/a.sh': 'f1' } })).toBe(false);
  expect(store.list()).toEqual([{ ...content, at: expect.any(String) }]);
});

test('an approval that is taken back counts no longer, in other processes too', async () => {
  const file = join(tempFolder(), 'approved.json');
  const [here, there] = [openApprovals({ file }), openApprovals({ file })];
  await here.add([content, { ...content, id: 'b', summary: 'what it does' }]);
  await vi.waitFor(() => expect(there.has(content)).toBe(true));
  expect(await there.remove(({ id }) => id === 'a')).toMatchObject([content]);
  expect(there.has(content)).toBe(false);
  await vi.waitFor(() => expect(here.has(content)).toBe(false));
  expect(here.list()).toMatchObject([{ id: 'b', summary: 'what it does' }]);
});
