import type { DebugConfiguration } from '../host.ts';

export function configurationOfAttach(
  given: Readonly<Record<string, unknown>> & { type: string },
): DebugConfiguration {
  return { ...given, request: 'attach', name: 'attach' };
}
