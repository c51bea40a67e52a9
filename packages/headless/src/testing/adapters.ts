import type { AdapterSpec } from '../adapters/adapter.ts';
import { jsDebug } from './js-debug.ts';

export const testAdapters: readonly AdapterSpec[] = [jsDebug];
