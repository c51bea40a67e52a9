import { route } from '@molehill/connections/fields';
import * as z from 'zod';
import type { Engine } from '../engine.ts';
import { serverConnectionShape, serverLabel, serverPlace } from '../shared/connection-schema.ts';
import { parseServerDsn } from '../shared/server-dsn.ts';

const DEFAULT_PORT = 3306;

const schema = z.strictObject({ ...serverConnectionShape, type: route(z.literal('mysql')) });

export type MysqlConnection = z.output<typeof schema>;

/** MySQL and MariaDB. */
export const mysql: Engine<MysqlConnection> = {
  type: 'mysql',
  title: 'MySQL/MariaDB',
  schema,
  dsn: { schemes: ['mysql', 'mysql2', 'mariadb'], form: 'mysql://…', parse: parseServerDsn },
  defaultPort: DEFAULT_PORT,
  aliases: ['mysql2', 'mysql-server', 'trilogy', 'mariadb', 'percona', 'percona-server', 'aurora-mysql'],
  driver: 'mysql2',
  defaultUser: () => 'root',
  containerCredentials: (env) => {
    const value = (name: string) => env[`MYSQL_${name}`] ?? env[`MARIADB_${name}`];
    const user = value('USER');
    const database = value('DATABASE');
    if (user !== undefined && user !== 'root') return { user, password: value('PASSWORD'), database };
    return { user: 'root', password: value('ROOT_PASSWORD'), database };
  },
  placeOf: (config) => serverPlace(config, DEFAULT_PORT),
  labelOf: serverLabel,
  load: async () => (await import('./dialect.ts')).mysqlDialect,
};
