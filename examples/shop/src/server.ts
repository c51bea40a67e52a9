import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openShop, type ShopDb } from './db.ts';
import { ShopError } from './errors.ts';
import { answer } from './routes.ts';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 4310;
const MOST_BODY_BYTES = 64 * 1024;

/** Reads to the end even when it is too much: leaving early would cut the connection before the answer. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MOST_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MOST_BODY_BYTES) throw new ShopError('too_large', `The body is over ${MOST_BODY_BYTES} bytes.`);
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify(body)}\n`);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof ShopError) {
    sendJson(response, error.status, { error: error.code, message: error.message });
    return;
  }
  console.error(error);
  sendJson(response, 500, { error: 'internal', message: 'The shop could not answer. See its log.' });
}

async function serve(db: ShopDb, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    const body = await readBody(request);
    sendJson(response, 200, answer(db, { method: request.method ?? 'GET', url, body }));
  } catch (error) {
    sendError(response, error);
  }
}

function portFrom(text: string | undefined): number {
  const port = Number(text || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT is not a port: ${text}`);
  return port;
}

function start(): void {
  const db = openShop();
  const server = createServer((request, response) => void serve(db, request, response));
  server.on('error', (error) => {
    console.error(`The shop could not open: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(portFrom(process.env.PORT), HOST, () => {
    const address = server.address();
    if (address && typeof address === 'object')
      console.log(`The shop is open at http://${HOST}:${address.port}`);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => db.close());
      server.closeAllConnections();
    });
  }
}

try {
  start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
