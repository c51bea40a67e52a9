import { describe, expect, test } from 'vitest';
import { connectEs } from '../es-client.ts';
import { LOGS } from '../logs.ts';
import { startProgram } from '../program.ts';
import { type ClusterFixture, secrets } from './fixture.ts';

/** A secret as it is defined, and as it is sent. */
function plantedIn({ engine, server }: ClusterFixture): string[] {
  const own = engine.security ? [server.password, basic(server.user, server.password)] : [];
  const reader = basic('reader', secrets.readerPassword);
  return [...Object.values(secrets), reader, ...own];
}

const basic = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64');

/** Runs after all others and reads what they output. */
export function describeSecrecy(fixture: () => ClusterFixture): void {
  describe('secrets', () => {
    test('appear in no answer, error, log or audit record of this suite', async () => {
      const { endpoint } = fixture();
      const { call } = await connectEs(endpoint);
      await call('list_connections');
      await call('es_request', { connection: 'keyed', method: 'GET', path: `/${LOGS}/_count?pretty` });
      const output = fixture().output();
      expect(output.length).toBeGreaterThan(10_000);
      for (const secret of plantedIn(fixture())) expect(output).not.toContain(secret);
    });

    test('appear in nothing the program writes, whatever fails', async () => {
      const { proxy, trusted, stranger } = fixture();
      const keyed = { type: 'elasticsearch', host: 'localhost', port: proxy.port, ca: trusted.file };
      const program = await startProgram([
        { ...keyed, name: 'right', apiKey: secrets.apiKey, readonly: true },
        { ...keyed, name: 'wrong', apiKey: secrets.wrongKey },
        { ...keyed, name: 'distrusted', apiKey: secrets.wrongKey, ca: stranger.file },
      ]);
      const added = { ...keyed, name: 'added', user: 'reader', password: secrets.readerPassword };
      const answers = [await program.call('add_connection', added)];
      for (const connection of ['right', 'wrong', 'distrusted', 'added', 'unknown']) {
        answers.push(await program.call('test_connection', { name: connection }));
        for (const method of ['GET', 'PUT'])
          answers.push(await program.call('es_request', { connection, method, path: '/nothing-here' }));
      }
      const written = `${JSON.stringify(answers)}\n${await program.finish()}`;
      expect(written).toContain('distrusted');
      for (const secret of plantedIn(fixture())) expect(written).not.toContain(secret);
    });
  });
}
