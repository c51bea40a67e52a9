import { expect, test } from 'vitest';
import { configurationOfAttach } from './attach.ts';

const pathMappings = [{ localRoot: '/work/shop', remoteRoot: '/app' }];

test.each([
  ['node', { address: '127.0.0.1', port: 1, localRoot: '/work/shop', remoteRoot: '/app' }, { processId: 9 }],
  ['python', { connect: { host: '127.0.0.1', port: 1 }, pathMappings }, { processId: 9 }],
  [
    'go',
    { mode: 'remote', port: 1, substitutePath: [{ from: '/work/shop', to: '/app' }] },
    { mode: 'local', processId: 9 },
  ],
  ['lldb', { host: '127.0.0.1', port: 1, sourceMap: { '/app': '/work/shop' } }, { pid: 9 }],
  ['other', { host: '127.0.0.1', port: 1 }, { processId: 9 }],
])('%s: what its adapter needs to attach at a port and by process id', (type, atPort, byProcess) => {
  expect(configurationOfAttach({ type, port: 1, pathMappings })).toMatchObject({
    type,
    request: 'attach',
    name: `${type} at 127.0.0.1:1`,
    ...atPort,
  });
  expect(configurationOfAttach({ type, processId: 9 })).toMatchObject({
    name: `${type} process 9`,
    request: 'attach',
    ...byProcess,
  });
});
