import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';

/** The framing of language servers on the standard streams, for a server that was written against it. */
export class ContentLengthTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #buffer = '';

  async start(): Promise<void> {
    process.stdin.setEncoding('latin1');
    process.stdin.on('data', (chunk) => this.#read(String(chunk)));
    process.stdin.on('end', () => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const text = JSON.stringify(message);
    const header = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
    process.stdout.write(`${header}\r\n\r\n${text}`);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  #read(chunk: string): void {
    this.#buffer += chunk;
    for (;;) {
      const header = /^Content-Length: (\d+)\r\n\r\n/.exec(this.#buffer);
      const end = header ? header[0].length + Number(header[1]) : Number.POSITIVE_INFINITY;
      if (!header || this.#buffer.length < end) return;
      const text = Buffer.from(this.#buffer.slice(header[0].length, end), 'latin1').toString('utf8');
      this.#buffer = this.#buffer.slice(end);
      this.onmessage?.(parseJSONRPCMessage(JSON.parse(text)));
    }
  }
}
