import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { keychainCommand } from './keychain.ts';

const keychain = fileURLToPath(new URL('./keychain.ts', import.meta.url));
const script = `
  const { systemKeychain } = await import(${JSON.stringify(keychain)});
  const told = await systemKeychain('nobody-used-this-name').catch(({ code, message }) => ({ code, message }));
  console.log(JSON.stringify(told));`;

/** The native library reads the environment of its process, which a test must not change for others. */
test.runIf(process.platform === 'linux')(
  'reports a missing secret service as an unavailable keychain',
  () => {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
    const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env,
      encoding: 'utf8',
    });
    expect(JSON.parse(told)).toMatchObject({
      code: 'E_KEYCHAIN_UNAVAILABLE',
      message: expect.stringContaining('The keychain cannot be used'),
    });
  },
);

test('prints the keychain command of each platform', () => {
  expect(keychainCommand('shop', 'darwin')).toBe('security add-generic-password -s molehill -a shop -w');
  expect(keychainCommand('shop', 'linux')).toContain('secret-tool store');
  expect(keychainCommand('shop', 'win32')).toContain('cmdkey');
});
