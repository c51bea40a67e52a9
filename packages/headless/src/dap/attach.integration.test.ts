import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestHost, startContext, startOf } from '../testing/host.ts';
import { runTicking, TICKING } from '../testing/running-program.ts';

const files = { 'tick.js': TICKING.node, 'tick.py': TICKING.python };

test.each([
  ['node', 'tick.js', (port: number) => ({ type: 'node', address: '127.0.0.1', port })],
  ['python', 'tick.py', (port: number) => ({ type: 'debugpy', connect: { host: '127.0.0.1', port } })],
] as const)(
  '%s: closing the host leaves an attached program running',
  async (type, path, configurationAt) => {
    const { host, folder } = openTestHost(files);
    const { program, port } = await runTicking(type, join(folder, path));
    await host.debug.start(startOf(folder, { ...configurationAt(port), request: 'attach' }), startContext);
    await host.close();
    expect(await program.nextOutput()).toContain('tick');
    expect(await program.nextOutput()).toContain('tick');
  },
);
