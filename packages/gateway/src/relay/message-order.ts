import type { Client } from '@modelcontextprotocol/client';

/**
 * The SDK looks at notifications a moment later than at results, and forgets who listens for progress when the result
 * is there: what arrives together with it would be lost. So results wait until what came before them is through.
 */
export function keepOrder({ transport }: Client): void {
  const deliver = transport?.onmessage;
  if (!transport || !deliver) return;
  transport.onmessage = (message, extra) => {
    if ('method' in message) deliver(message, extra);
    else queueMicrotask(() => queueMicrotask(() => deliver(message, extra)));
  };
}
