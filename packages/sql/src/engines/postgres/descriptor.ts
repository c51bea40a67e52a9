import { userInfo } from 'node:os';
import { route } from '@molehill/connections/fields';
import * as z from 'zod';
import type { Engine } from '../engine.ts';
import { serverConnectionShape, serverLabel, serverPlace } from '../shared/connection-schema.ts';
import { parseServerDsn } from '../shared/server-dsn.ts';

const DEFAULT_PORT = 5432;

const schema = z.strictObject({ ...serverConnectionShape, type: route(z.literal('postgres')) });

export type PostgresConnection = z.output<typeof schema>;

export const postgres: Engine<PostgresConnection> = {
  type: 'postgres',
  title: 'PostgreSQL',
  schema,
  dsn: { schemes: ['postgres', 'postgresql'], form: 'postgres://…', parse: parseServerDsn },
  defaultPort: DEFAULT_PORT,
  aliases: [
    ...['postgresql', 'postgresql_psycopg2', 'pgsql', 'pg', 'pgnative', 'postgis'],
    ...['timescaledb', 'timescaledb-ha', 'pgvector', 'aurora-postgres'],
  ],
  driver: 'postgres',
  defaultUser: () => userInfo().username,
  containerCredentials: (env) => {
    const value = (name: string) => env[`POSTGRES_${name}`] ?? env[`POSTGRESQL_${name}`];
    const user = value('USER') ?? env.POSTGRESQL_USERNAME ?? 'postgres';
    return { user, password: value('PASSWORD'), database: value('DB') ?? value('DATABASE') ?? user };
  },
  placeOf: (config) => serverPlace(config, DEFAULT_PORT),
  labelOf: serverLabel,
  load: async () => (await import('./dialect.ts')).postgresDialect,
};
