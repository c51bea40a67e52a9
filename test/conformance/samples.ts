import type { CallToolResult } from '@modelcontextprotocol/server';

/** One reddish pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mM4YaMBAAL8AS3Bfun7AAAAAElFTkSuQmCC';

/** Four samples of silence. */
export const WAV = 'UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACAgICA';

export function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] };
}
