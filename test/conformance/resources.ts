import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { PNG } from './samples.ts';

export function registerResources(server: McpServer): void {
  registerText(server, 'static-text', 'This is the content of the static text resource.');
  registerText(server, 'watched-resource', 'This resource may change.');
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'One pixel.', mimeType: 'image/png' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }] }),
  );
  server.registerResource(
    'template-data',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data of one id.', mimeType: 'application/json' },
    (uri, { id }) => {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: data }] };
    },
  );
}

function registerText(server: McpServer, name: string, content: string): void {
  server.registerResource(
    name,
    `test://${name}`,
    { description: 'A text.', mimeType: 'text/plain' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: content }] }),
  );
}

/** Revisions before 2026-07-28 subscribe by request; later ones by subscriptions/listen, which the entry serves. */
export function acceptSubscriptions(server: McpServer): void {
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}
