import type { UpstreamConfig } from '@molehill/gateway/config';
import { visible } from '@molehill/gateway/visible';

/** What would run, or whom it would call, as a person reads it. */
export function launchLine({ transport }: UpstreamConfig): string {
  if (transport.kind !== 'stdio') return visible(transport.url);
  return visible([transport.command, ...transport.args].map(quoted).join(' '));
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}

/** The names of the variables or headers it gets: the values may be secret. */
export function givenNames({ transport }: UpstreamConfig): readonly string[] {
  return Object.keys(transport.kind === 'stdio' ? transport.env : transport.headers);
}
