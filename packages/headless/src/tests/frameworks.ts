import type { Framework, FrameworkId } from './framework.ts';
import { goTest } from './frameworks/go-test.ts';
import { jest } from './frameworks/jest.ts';
import { nodeTest } from './frameworks/node-test.ts';
import { pytest } from './frameworks/pytest.ts';
import { vitest } from './frameworks/vitest.ts';

export const frameworks: Readonly<Record<FrameworkId, Framework>> = {
  vitest,
  jest,
  'node:test': nodeTest,
  pytest,
  'go test': goTest,
};
