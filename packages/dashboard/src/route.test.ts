import { expect, it } from 'vitest';
import { overviewAddress, parseRoute, serverAddress, serversAddress, toolAddress } from './route.ts';

it('parses the address of a tool', () => {
  for (const tool of ['project__get-tables', 'a b/c#d%']) {
    expect(parseRoute(toolAddress(tool))).toEqual({ view: 'tool', tool });
  }
});

it('parses the address of the servers and of one server', () => {
  expect(parseRoute(serversAddress)).toEqual({ view: 'servers' });
  expect(parseRoute(serverAddress('files'))).toEqual({ view: 'servers', server: 'files' });
});

it('falls back to the overview', () => {
  for (const fragment of ['', overviewAddress, '#code=x', '#/tools/%zz', '#/servers/%zz', '#/serversaurus']) {
    expect(parseRoute(fragment)).toEqual({ view: 'overview' });
  }
});
