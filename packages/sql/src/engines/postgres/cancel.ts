import type { ClientConfig } from 'pg';
import { type BackendKey, openWire } from './pg-internals.ts';

export interface CancelTarget extends BackendKey {
  readonly host: string;
  readonly port: number;
  readonly ssl: ClientConfig['ssl'];
}

const LIMIT_MS = 2_000;

/**
 * Sends a CancelRequest. It needs no login and no connection slot, so it works on a full server, and poolers forward it.
 * The server closes the connection once it has processed the request. Resolves then, or when the server cannot be reached;
 * with false when the request was sent and the server did not close the connection in time.
 */
export async function requestCancel({
  host,
  port,
  ssl,
  processID,
  secretKey,
}: CancelTarget): Promise<boolean> {
  const wire = openWire(ssl);
  let sent = false;
  let late = false;
  const timer = setTimeout(() => {
    late = sent;
    wire.stream.destroy();
  }, LIMIT_MS);
  const send = () => {
    sent = true;
    wire.cancel(processID, secretKey);
  };
  wire.on('error', () => wire.stream.destroy());
  wire.once('connect', () => (ssl ? wire.requestSsl() : send()));
  wire.once('sslconnect', send);
  const ended = new Promise((resolve) => wire.once('end', resolve));
  // The driver connects to a socket in the same way.
  if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
  else wire.connect(port, host);
  await ended;
  clearTimeout(timer);
  return !late;
}
