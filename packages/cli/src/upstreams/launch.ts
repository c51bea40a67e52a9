import type { UpstreamConfig } from '@molehill/gateway/config';

/** The names of the variables or headers it gets: the values may be secret. */
export function givenNames({ transport }: UpstreamConfig): readonly string[] {
  return Object.keys(transport.kind === 'stdio' ? transport.env : transport.headers);
}
