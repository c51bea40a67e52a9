import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createRedactor } from '@molehill/core/redact';
import { describe, expect, test } from 'vitest';
import { addSqlite, fixtureProject } from '../testing/fixture-project.ts';
import { describeProblems } from './conclude.ts';
import { discoverDatabases } from './discovery.ts';

async function discover(root: string) {
  const redactor = createRedactor();
  const discovery = await discoverDatabases(root, { env: {}, redactor, insideContainer: false });
  return { ...discovery, redactor, shown: discovery.databases.map(describeProblems) };
}

function lineIn(root: string, file: string, text: string): number {
  return (
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

describe('Prisma', () => {
  test('PostgreSQL: the URL in .env wins, and the schema resolves to the same', async () => {
    const root = fixtureProject('prisma-postgres');
    const { databases, chosen } = await discover(root);
    const connection = { type: 'postgres', host: 'localhost', port: 5432, user: 'johndoe', database: 'mydb' };
    expect(chosen).toMatchObject({ source: 'env', file: '.env', key: 'DATABASE_URL', connection });
    expect(chosen?.line).toBe(lineIn(root, '.env', 'DATABASE_URL'));
    expect(databases[1]).toMatchObject({ source: 'prisma', file: 'prisma/schema.prisma', connection });
    expect(databases[1]?.line).toBe(lineIn(root, 'prisma/schema.prisma', 'datasource db'));
  });

  test('SQLite: the path is relative to the schema', async () => {
    const root = fixtureProject('prisma-sqlite');
    const file = addSqlite(root, 'prisma/dev.db');
    const { chosen, databases } = await discover(root);
    expect(databases[0]).toMatchObject({
      source: 'env',
      problems: [expect.stringContaining('there is no file')],
    });
    expect(chosen).toMatchObject({ source: 'prisma', connection: { type: 'sqlite', file } });
  });

  test('version 7: the path is relative to the configuration that contains the URL', async () => {
    const root = fixtureProject('prisma-7');
    const file = addSqlite(root, 'dev.db');
    const { databases } = await discover(root);
    expect(databases.find(({ source }) => source === 'prisma')).toMatchObject({
      file: 'prisma7.config.ts',
      connection: { type: 'sqlite', file },
      problems: [],
    });
  });
});

describe('Rails', () => {
  test('PostgreSQL defaults to this machine and the current user', async () => {
    const root = fixtureProject('rails-postgres');
    const { chosen } = await discover(root);
    expect(chosen).toMatchObject({
      source: 'rails',
      file: 'config/database.yml',
      line: lineIn(root, 'config/database.yml', 'development:'),
      key: 'development',
      connection: {
        type: 'postgres',
        host: '127.0.0.1',
        database: 'shop_development',
        user: userInfo().username,
      },
    });
  });

  test('SQLite', async () => {
    const root = fixtureProject('rails-sqlite');
    const file = addSqlite(root, 'db/development.sqlite3');
    expect((await discover(root)).chosen).toMatchObject({
      source: 'rails',
      connection: { type: 'sqlite', file },
    });
  });
});

test('Django: a path relative to the settings', async () => {
  const root = fixtureProject('django');
  const file = addSqlite(root, 'db.sqlite3');
  const { chosen } = await discover(root);
  expect(chosen).toMatchObject({
    source: 'django',
    file: 'shop/settings.py',
    line: lineIn(root, 'shop/settings.py', 'DATABASES ='),
    key: "DATABASES['default']",
    connection: { type: 'sqlite', file },
  });
});

test.each([
  ['knex', 'knexfile.js'],
  ['knex-typescript', 'knexfile.ts'],
])('Knex: the development section of %s', async (name, path) => {
  const root = fixtureProject(name);
  const file = addSqlite(root, 'dev.sqlite3');
  const { chosen } = await discover(root);
  expect(chosen).toMatchObject({
    source: 'knex',
    file: path,
    key: 'development',
    connection: { type: 'sqlite', file },
  });
});

test('TypeORM: the argument of the data source', async () => {
  const root = fixtureProject('typeorm');
  const { chosen } = await discover(root);
  expect(chosen).toMatchObject({
    source: 'typeorm',
    file: 'src/data-source.ts',
    line: lineIn(root, 'src/data-source.ts', 'new DataSource'),
    connection: {
      type: 'postgres',
      host: 'localhost',
      port: 5432,
      user: 'test',
      password: 'test',
      database: 'test',
    },
  });
});

test('Drizzle: a variable of .env', async () => {
  const { chosen, shown, redactor } = await discover(fixtureProject('drizzle'));
  expect(chosen).toMatchObject({
    source: 'drizzle',
    file: 'drizzle.config.ts',
    connection: { type: 'postgres', user: 'shop', password: 'drizzle-password', database: 'shop' },
  });
  expect(JSON.stringify(shown)).not.toContain('drizzle-password');
  expect(redactor.known('the drizzle-password is')).toBe('the *** is');
});

test('Laravel: the default SQLite file', async () => {
  const root = fixtureProject('laravel');
  const file = addSqlite(root, 'database/database.sqlite');
  const { chosen } = await discover(root);
  expect(chosen).toMatchObject({
    source: 'env',
    file: '.env',
    key: 'DB_CONNECTION',
    connection: { type: 'sqlite', file },
  });
});

test('Laravel Sail: a service as host is reached at its published port', async () => {
  const root = fixtureProject('laravel-sail');
  appendFileSync(join(root, '.env'), '\nFORWARD_DB_PORT=33060\n');
  const { chosen, databases } = await discover(root);
  const connection = {
    type: 'mysql',
    host: '127.0.0.1',
    port: 33060,
    user: 'sail',
    password: 'sail-password',
    database: 'laravel',
  };
  expect(chosen).toMatchObject({ source: 'env', connection });
  expect(databases[1]).toMatchObject({ source: 'compose', key: 'services.mysql', connection });
  const inside = await discoverDatabases(root, { env: {}, insideContainer: true });
  expect(inside.chosen?.connection).toMatchObject({ host: 'mysql', port: 3306 });
});

test('docker compose: the published port, a default value and a secret in a file', async () => {
  const root = fixtureProject('compose');
  const { chosen, databases } = await discover(root);
  expect(chosen).toMatchObject({
    source: 'compose',
    file: 'compose.yaml',
    line: lineIn(root, 'compose.yaml', '  db:') || undefined,
    key: 'services.db',
    connection: {
      type: 'postgres',
      host: '127.0.0.1',
      port: 54320,
      user: 'postgres',
      password: 'compose-password',
      database: 'example',
    },
  });
  expect(databases[1]).toMatchObject({
    key: 'services.legacy',
    type: 'mysql',
    problems: [expect.stringContaining('does not publish')],
  });
});

describe('Spring', () => {
  test('properties with placeholders', async () => {
    const root = fixtureProject('spring');
    writeFileSync(join(root, '.env'), 'DB_HOST=db.test\n');
    const { chosen } = await discover(root);
    expect(chosen).toMatchObject({
      source: 'spring',
      file: 'src/main/resources/application.properties',
      line: 2,
      connection: {
        type: 'postgres',
        host: 'db.test',
        port: 5432,
        user: 'shop',
        password: 'spring-password',
        database: 'shop',
      },
    });
  });

  test('YAML of the default profile only', async () => {
    const { chosen, databases } = await discover(fixtureProject('spring-yaml'));
    expect(databases).toHaveLength(1);
    expect(chosen).toMatchObject({
      file: 'src/main/resources/application-dev.yml',
      line: 3,
      connection: { type: 'mysql', host: 'localhost', port: 3307, user: 'shop', database: 'shop' },
    });
  });
});

test('DevDB: the first usable connection, and unsupported ones are reported', async () => {
  const { chosen, databases } = await discover(fixtureProject('devdb'));
  expect(databases[0]).toMatchObject({ type: 'mssql', problems: ['SQL Server is not supported'] });
  expect(chosen).toMatchObject({
    source: 'devdbrc',
    key: 'My test MySQL database',
    connection: {
      type: 'mysql',
      host: '127.0.0.1',
      port: 3306,
      user: 'root',
      password: 'devdb-password',
      database: 'test',
    },
  });
});
