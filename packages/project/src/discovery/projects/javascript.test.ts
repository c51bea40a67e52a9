import { describe, expect, test } from 'vitest';
import { discovered } from '../../testing/discover.ts';

type Files = Readonly<Record<string, string>>;
const json = (value: unknown) => JSON.stringify(value);

describe('Sequelize', () => {
  const sections = {
    development: { username: 'ann', database: 'garden_dev', host: 'localhost', port: 3310, dialect: 'mysql' },
    test: { database: 'garden_test', dialect: 'mysql' },
  };

  test.each<[string, Files, string]>([
    [
      'the development section of config.json',
      { 'config/config.json': json(sections) },
      'mysql localhost:3310/garden_dev',
    ],
    [
      'a path in .sequelizerc',
      {
        '.sequelizerc':
          "const path = require('path'); module.exports = { 'config': path.resolve('server', 'settings', 'db.js') };",
        'server/settings/db.js': `module.exports = ${json(sections)};`,
      },
      'mysql localhost:3310/garden_dev',
    ],
    [
      'the name of a variable',
      {
        'config/config.json': json({ development: { use_env_variable: 'GARDEN_URL', dialect: 'postgres' } }),
        '.env': 'GARDEN_URL=postgres://ann@localhost:5499/garden',
      },
      'postgres localhost:5499/garden',
    ],
    [
      'a SQLite file',
      { 'config/config.json': json({ development: { dialect: 'sqlite', storage: './var/garden.sqlite' } }) },
      'sqlite var/garden.sqlite',
    ],
    [
      'one section chosen by the environment',
      {
        'src/config/database.ts':
          "const all = { development: { dialect: 'postgres', database: 'g', host: 'localhost' } };\nexport default all[process.env.NODE_ENV || 'development'];",
      },
      'postgres localhost/g',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['var/garden.sqlite'] })).toBe(expected);
  });

  test('a variable that is not set is named with the file', async () => {
    const files = {
      'config/config.json': json({ development: { use_env_variable: 'GARDEN_URL', dialect: 'postgres' } }),
    };
    expect(await discovered(files, { sqlite: ['other.db'] })).toMatch(
      /^none: .*config\/config\.json.*GARDEN_URL/,
    );
  });
});

describe('node-config', () => {
  const manifest = { 'package.json': json({ dependencies: { config: '^3.0.0' } }) };

  test.each<[string, Files, string]>([
    [
      'an address',
      { 'config/default.json': json({ db: { uri: 'postgres://ann@localhost/orchard' } }) },
      'postgres localhost/orchard',
    ],
    [
      'development over default',
      {
        'config/default.yaml': 'database:\n  client: mysql2\n  host: localhost\n  database: orchard\n',
        'config/development.yaml': 'database:\n  port: 3399\n  database: orchard_dev\n',
      },
      'mysql localhost:3399/orchard_dev',
    ],
    [
      'a variable over the files',
      {
        'config/default.json': json({ database: { url: 'postgres://ann@localhost/orchard' } }),
        'config/custom-environment-variables.json': json({ database: { url: 'ORCHARD_URL' } }),
        '.env': 'ORCHARD_URL=postgres://ann@localhost:5555/picked',
      },
      'postgres localhost:5555/picked',
    ],
    [
      'a Knex section',
      {
        'config/default.js':
          "module.exports = { knex: { client: 'pg', connection: { host: 'localhost', database: 'o' } } };",
      },
      'postgres localhost/o',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered({ ...manifest, ...files })).toBe(expected);
  });

  test('MongoDB is named', async () => {
    const files = { ...manifest, 'config/default.json': json({ db: 'mongodb://localhost/orchard' }) };
    expect(await discovered(files)).toMatch(/^none: .*config\/default\.json.*MongoDB/);
  });
});

describe('Strapi', () => {
  const typed = `import path from 'path';
export default ({ env }) => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  const connections = {
    mysql: { connection: { host: env('DATABASE_HOST', 'localhost'), port: env.int('DATABASE_PORT', 3306), database: env('DATABASE_NAME', 'kiosk') } },
    sqlite: { connection: { filename: path.join(__dirname, '..', '..', env('DATABASE_FILENAME', '.data/kiosk.db')) } },
  };
  return { connection: { client, ...connections[client] } };
};`;

  test.each<[string, Files, string]>([
    ['a compiled configuration', { 'config/database.ts': typed }, 'sqlite .data/kiosk.db'],
    [
      'variables of .env',
      { 'config/database.ts': typed, '.env': 'DATABASE_CLIENT=mysql\nDATABASE_PORT=3388\n' },
      'mysql localhost:3388/kiosk',
    ],
    [
      'the older form',
      {
        'cms/package.json': '{}',
        'cms/config/database.js':
          "module.exports = ({ env }) => ({ connection: { client: 'postgres', connection: { host: env('DATABASE_HOST', '127.0.0.1'), database: env('DATABASE_NAME', 'kiosk') } } });",
      },
      'postgres 127.0.0.1/kiosk',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['.data/kiosk.db'] })).toBe(expected);
  });
});

describe('AdonisJS', () => {
  const config = `import env from '#start/env'
import app from '@adonisjs/core/services/app'
export default defineConfig({
  connection: env.get('DB_CONNECTION', 'sqlite'),
  connections: {
    sqlite: { client: 'better-sqlite3', connection: { filename: app.tmpPath('market.sqlite3') } },
    mysql: { client: 'mysql2', connection: { host: env.get('MYSQL_HOST'), port: env.get('MYSQL_PORT'), database: env.get('MYSQL_DB_NAME') } },
  },
})`;

  test('the connection that a variable selects', async () => {
    expect(await discovered({ 'config/database.ts': config }, { sqlite: ['tmp/market.sqlite3'] })).toBe(
      'sqlite tmp/market.sqlite3',
    );
    const files = {
      'config/database.ts': config,
      '.env': 'DB_CONNECTION=mysql\nMYSQL_HOST=localhost\nMYSQL_PORT=3377\nMYSQL_DB_NAME=market\n',
    };
    expect(await discovered(files)).toBe('mysql localhost:3377/market');
  });
});

describe('programs that compute their settings', () => {
  test.each<[string, Files, string]>([
    [
      'a module that checks the environment',
      {
        'drizzle.config.ts':
          "import { env } from '@/env';\nexport default { dialect: 'postgresql', dbCredentials: { url: env.ATELIER_DB } };",
        'src/env.ts':
          'export const env = createEnv({ server: { ATELIER_DB: z.string().url() }, runtimeEnv: process.env });',
        '.env.local': 'ATELIER_DB=postgres://ann@localhost:5466/atelier',
      },
      'postgres localhost:5466/atelier',
    ],
    [
      'an imported object',
      {
        'knexfile.js':
          "const { db } = require('./lib/settings'); module.exports = { client: 'pg', connection: db };",
        'lib/settings.js':
          "const host = process.env.H ?? 'localhost'; module.exports = { db: { host, port: 5467, database: 'atelier' } };",
      },
      'postgres localhost:5467/atelier',
    ],
    [
      'an if statement',
      {
        'knexfile.js':
          "let name = 'atelier'; if (process.env.NODE_ENV === 'test') { name = 'atelier_test'; }\nmodule.exports = { client: 'pg', connection: { database: name } };",
      },
      'postgres 127.0.0.1/atelier',
    ],
    [
      'NestJS with TypeORM',
      {
        'src/app.module.ts': `@Module({ imports: [TypeOrmModule.forRootAsync({ inject: [ConfigService], useFactory: (config: ConfigService) => ({
          type: 'mysql', host: config.get<string>('SQL_HOST', 'localhost'), port: +config.get('SQL_PORT'), database: config.getOrThrow('SQL_NAME') }) })] })
export class AppModule {}`,
        '.env': 'SQL_NAME=atelier',
      },
      'mysql localhost/atelier',
    ],
    [
      'MikroORM',
      {
        'src/mikro-orm.config.ts':
          "import { defineConfig } from '@mikro-orm/postgresql';\nexport default defineConfig({ dbName: 'atelier', host: 'localhost', port: 5468 });",
      },
      'postgres localhost:5468/atelier',
    ],
    [
      'variables beside settings that cannot be read',
      {
        'src/data-source.ts':
          "export default new DataSource({ type: 'postgres', host: vault('host'), database: vault('name') });",
        '.env': 'POSTGRES_URL=postgres://ann@localhost/atelier',
      },
      'postgres localhost/atelier',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files)).toBe(expected);
  });
});

describe('Prisma', () => {
  test.each<[string, Files, RegExp | string]>([
    [
      'a folder of schemas in a package',
      {
        'package.json': json({ workspaces: ['libs/*'] }),
        '.env': 'CLINIC_URL=mysql://ann@localhost:3344/clinic',
        'libs/data/package.json': json({ prisma: { schema: 'prisma/models' } }),
        'libs/data/prisma/models/base.prisma':
          'datasource main {\n  provider = "mysql"\n  url = env("CLINIC_URL")\n}\n',
      },
      'mysql localhost:3344/clinic',
    ],
    [
      'SQL Server',
      { 'prisma/schema.prisma': 'datasource db {\n  provider = "sqlserver"\n  url = env("CLINIC_URL")\n}\n' },
      /^none: .*schema\.prisma.*SQL Server/,
    ],
    [
      'a file that no migration created yet',
      { 'prisma/schema.prisma': 'datasource db {\n  provider = "sqlite"\n  url = "file:./clinic.db"\n}\n' },
      /^none: .*schema\.prisma.*there is no file .*prisma\/clinic\.db/,
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['cache/index.db'] })).toMatch(expected);
  });
});
