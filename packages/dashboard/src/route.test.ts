import { expect, it } from 'vitest';
import { overviewAddress, parseRoute, serverAddress, serversAddress, toolAddress } from './route.ts';

it('finds back to the tool an address was made for', () => {
  for (const tool of ['project__get-tables', 'a b/c#d%']) {
    expect(parseRoute(toolAddress(tool))).toEqual({ view: 'tool', tool });
  }
});

it('finds the servers, and the one among them that an address names', () => {
  expect(parseRoute(serversAddress)).toEqual({ view: 'servers' });
  expect(parseRoute(serverAddress('files'))).toEqual({ view: 'servers', server: 'files' });
});

it('shows the overview for everything else', () => {
  for (const fragment of [
    '',
    overviewAddress,
    '#token=x',
    '#/tools/%zz',
    '#/servers/%zz',
    '#/serversaurus',
  ]) {
    expect(parseRoute(fragment)).toEqual({ view: 'overview' });
  }
});
