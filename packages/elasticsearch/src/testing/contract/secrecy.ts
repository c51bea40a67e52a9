import { describe, expect, test } from 'vitest';
import { connectEs } from '../es-client.ts';
import { LOGS } from '../logs.ts';
import { startProgram } from '../program.ts';
import { type Stage, secrets } from './stage.ts';

/** A secret as it stands in a definition, and as it goes over the wire. */
function plantedIn({ engine, server }: Stage): string[] {
  const own = engine.security ? [server.password, basic(server.user, server.password)] : [];
  const reader = basic('reader', secrets.readerPassword);
  return [...Object.values(secrets), reader, ...own];
}

const basic = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64');

/** Comes after everything else: it reads what all of it has said. */
export function describeSecrecy(stage: () => Stage): void {
  describe('secrets', () => {
    test('are in no answer, no error, no log and no history of this suite', async () => {
      const { endpoint } = stage();
      const { call } = await connectEs(endpoint);
      await call('list_connections');
      await call('es_request', { connection: 'keyed', method: 'GET', path: `/${LOGS}/_count?pretty` });
      const said = stage().said();
      expect(said.length).toBeGreaterThan(10_000);
      for (const secret of plantedIn(stage())) expect(said).not.toContain(secret);
    });

    test('are in nothing that the program writes, whatever fails', async () => {
      const { front, trusted, stranger } = stage();
      const keyed = { type: 'elasticsearch', host: 'localhost', port: front.port, ca: trusted.file };
      const program = await startProgram([
        { ...keyed, name: 'right', apiKey: secrets.apiKey, readonly: true },
        { ...keyed, name: 'wrong', apiKey: secrets.wrongKey },
        { ...keyed, name: 'distrusted', apiKey: secrets.wrongKey, ca: stranger.file },
      ]);
      const added = { ...keyed, name: 'added', user: 'reader', password: secrets.readerPassword };
      const answers = [await program.call('add_connection', added)];
      for (const connection of ['right', 'wrong', 'distrusted', 'added', 'unknown']) {
        answers.push(await program.call('test_connection', { name: connection }));
        for (const method of ['GET', 'DELETE'])
          answers.push(await program.call('es_request', { connection, method, path: '/nothing-here' }));
      }
      const written = `${JSON.stringify(answers)}\n${await program.finish()}`;
      expect(written).toContain('distrusted');
      for (const secret of plantedIn(stage())) expect(written).not.toContain(secret);
    });
  });
}
