import { expect, it } from 'vitest';
import { overviewAddress, parseRoute, toolAddress } from './route.ts';

it('finds back to the tool an address was made for', () => {
  for (const tool of ['project__get-tables', 'a b/c#d%']) {
    expect(parseRoute(toolAddress(tool))).toEqual({ view: 'tool', tool });
  }
});

it('shows the overview for everything else', () => {
  for (const fragment of ['', overviewAddress, '#token=x', '#/tools/%zz']) {
    expect(parseRoute(fragment)).toEqual({ view: 'overview' });
  }
});
