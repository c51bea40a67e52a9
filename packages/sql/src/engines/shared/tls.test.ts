import { expect, test } from 'vitest';
import { readTls } from './tls.ts';

test.skipIf(process.platform === 'win32')('rejects a device in the place of a certificate', async () => {
  const read = readTls({ mode: 'verify-full', ca: '/dev/zero' });
  await expect(read).rejects.toThrow('cannot read /dev/zero');
});
