import { describe, expect, test } from 'vitest';
import { discovered } from '../../testing/discover.ts';

type Files = Readonly<Record<string, string>>;

describe('docker compose', () => {
  const two = (web: string) => `services:
  analytics:
    image: mysql:8
    ports: ["3401:3306"]
    environment: {MYSQL_ROOT_PASSWORD: x, MYSQL_DATABASE: analytics}
  store:
    image: docker.io/bitnami/postgresql:16
    ports: ["127.0.0.1:5531:5432"]
    environment: [POSTGRESQL_USERNAME=ann, POSTGRESQL_DATABASE=store]
  web:
${web}
`;

  test.each<[string, Files, string]>([
    [
      'the one that the project’s own service uses',
      { 'compose.yaml': two('    build: .\n    environment: {DB_HOST: store}') },
      'postgres 127.0.0.1:5531/store',
    ],
    [
      'the database that it names',
      { 'compose.yaml': two('    build: .\n    environment: ["URL=postgres://ann:x@store:5432/orders"]') },
      'postgres 127.0.0.1:5531/orders',
    ],
    [
      'the one that it depends on',
      { 'compose.yaml': two('    build: .\n    depends_on: [store]') },
      'postgres 127.0.0.1:5531/store',
    ],
    [
      'the first, when nothing tells',
      { 'compose.yaml': two('    image: nginx') },
      'mysql 127.0.0.1:3401/analytics',
    ],
    [
      'not the one for tests',
      {
        'docker-compose.yml':
          'services:\n  db_test:\n    image: postgres\n    ports: ["5532:5432"]\n  db:\n    image: postgres\n    ports: ["5533:5432"]\n',
      },
      'postgres 127.0.0.1:5533/postgres',
    ],
    [
      'a file for development without a base',
      { 'docker-compose.dev.yml': 'services:\n  db:\n    image: postgres\n    ports: ["5534:5432"]\n' },
      'postgres 127.0.0.1:5534/postgres',
    ],
    [
      'an included file with its own folder',
      {
        'compose.yml': 'include:\n  - path: [infra/db.yml]\n',
        'infra/db.yml':
          'services:\n  db:\n    image: postgres\n    env_file: [db.env]\n    ports: ["5535:5432"]\n',
        'infra/db.env': 'POSTGRES_DB=included\n',
      },
      'postgres 127.0.0.1:5535/included',
    ],
    [
      'an image that the project builds',
      {
        'compose.yml': 'services:\n  db:\n    build: ./db\n    ports: ["5536:5432"]\n',
        'db/Dockerfile': 'FROM alpine AS tools\nFROM --platform=linux/amd64 postgis/postgis:16\nCOPY . .\n',
      },
      'postgres 127.0.0.1:5536/postgres',
    ],
    [
      'a range of ports',
      { 'compose.yml': 'services:\n  db:\n    image: postgres\n    ports: ["15430-15435:5430-5435"]\n' },
      'postgres 127.0.0.1:15432/postgres',
    ],
    [
      'the network of this machine',
      {
        'compose.yml':
          'services:\n  db:\n    image: mariadb\n    network_mode: host\n    environment: {MARIADB_DATABASE: d}\n',
      },
      'mysql 127.0.0.1:3306/d',
    ],
    [
      'a folder for containers with its own variables',
      {
        'docker/docker-compose.dev.yml': `services:\n  db:\n    image: postgres\n    ports: ["\${DB_OUT}:5432"]\n`,
        'docker/.env': 'DB_OUT=5543\n',
      },
      'postgres 127.0.0.1:5543/postgres',
    ],
    [
      'a service of that folder as host',
      {
        'docker/compose.yaml': 'services:\n  db:\n    image: postgres\n    ports: ["5544:5432"]\n',
        '.env': 'DATABASE_URL=postgres://u@db/d\n',
      },
      'postgres 127.0.0.1:5544/d',
    ],
    [
      'nested defaults',
      {
        'compose.yml': `services:\n  db:\n    image: postgres:\${PG_TAG:-16}\n    ports: ["\${OUTER:-\${INNER:-5537}}:5432"]\n`,
      },
      'postgres 127.0.0.1:5537/postgres',
    ],
    [
      'another name of the service as host',
      {
        'compose.yml':
          'services:\n  db:\n    image: postgres\n    container_name: shop-db\n    ports: ["5538:5432"]\n',
        '.env': 'DATABASE_URL=postgres://u@shop-db/d\n',
      },
      'postgres 127.0.0.1:5538/d',
    ],
    [
      'this machine as containers name it',
      { '.env': 'DATABASE_URL=postgres://u@host.docker.internal:5539/d\n' },
      'postgres 127.0.0.1:5539/d',
    ],
    [
      'programs around a database are none',
      {
        'compose.yml':
          'services:\n  ui:\n    image: phpmyadmin/phpmyadmin\n    ports: ["3306:3306"]\n  exporter:\n    image: prometheuscommunity/postgres-exporter\n    ports: ["5432:5432"]\n',
      },
      'sqlite app.db',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['app.db'] })).toBe(expected);
  });

  test.each<[string, Files, RegExp]>([
    [
      'a service without a published port',
      { 'compose.yml': 'services:\n  db:\n    image: postgres\n' },
      /compose\.yml.*publish/,
    ],
    [
      'the used service without a published port',
      {
        'compose.yml':
          'services:\n  other:\n    image: postgres\n    ports: ["5432:5432"]\n  db:\n    image: mysql\n  web:\n    build: .\n    environment: {DB_HOST: db}\n',
      },
      /services\.db.*publish/,
    ],
    [
      'SQL Server',
      {
        'compose.yml':
          'services:\n  sql:\n    image: mcr.microsoft.com/mssql/server:2022-latest\n    ports: ["1433:1433"]\n',
      },
      /compose\.yml.*SQL Server/,
    ],
    [
      'MongoDB',
      {
        'compose.yml': 'services:\n  m:\n    image: mongo:7\n    ports: ["27017:27017"]\n',
        '.env': 'MONGO_URI=mongodb://localhost/x\n',
      },
      /\.env.*MongoDB/,
    ],
  ])('%s: nothing is chosen, though a SQLite file exists', async (_, files, expected) => {
    const answer = await discovered(files, { sqlite: ['search.db'] });
    expect(answer).toMatch(/^none: /);
    expect(answer).toMatch(expected);
  });

  test('beside MongoDB another database is meant', async () => {
    const files = {
      '.env': 'MONGODB_URL=mongodb://localhost/events\nMYSQL_URL=mysql://ann@localhost/shop\n',
    };
    expect(await discovered(files)).toBe('mysql localhost/shop');
  });
});

describe('parts of a project', () => {
  const url = (name: string) => `DATABASE_URL=postgres://u@localhost/${name}\n`;

  test.each<[string, Files, string]>([
    [
      'a workspace of npm',
      { 'package.json': '{"workspaces": {"packages": ["modules/*"]}}', 'modules/core/.env': url('core') },
      'postgres localhost/core',
    ],
    [
      'a workspace of pnpm',
      {
        'pnpm-workspace.yaml': 'packages:\n  - "tools/**"\n  - "!tools/old"\n',
        'tools/db/.env': url('tools'),
      },
      'postgres localhost/tools',
    ],
    [
      'a module of a module',
      {
        'pom.xml': '<modules><module>a</module></modules>',
        'a/pom.xml': '<modules><module>b</module></modules>',
        'a/b/.env': url('deep'),
      },
      'postgres localhost/deep',
    ],
    [
      'the usual folders',
      { 'backend/.env': url('backend'), 'frontend/.env': 'API=http://localhost\n' },
      'postgres localhost/backend',
    ],
    [
      'the project before its parts',
      { '.env': url('project'), 'server/.env': url('server') },
      'postgres localhost/project',
    ],
    [
      'variables of the folder before those above it',
      {
        '.env': 'NAME=above\nPORT=5541\n',
        'api/.env': `NAME=own\nDATABASE_URL=postgres://u@localhost:\${PORT}/\${NAME}\n`,
      },
      'postgres localhost:5541/own',
    ],
    [
      'what a part declares before the containers of the project',
      {
        'compose.yml': 'services:\n  keycloak-db:\n    image: postgres\n    ports: ["5432:5432"]\n',
        'apps/web/.env': url('web'),
      },
      'postgres localhost/web',
    ],
    [
      'a service of the project as host',
      {
        'compose.yml': 'services:\n  pg:\n    image: postgres\n    ports: ["5542:5432"]\n',
        'apps/web/.env': 'DATABASE_URL=postgres://u@pg/web\n',
      },
      'postgres 127.0.0.1:5542/web',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files)).toBe(expected);
  });
});

describe('SQLite files', () => {
  test.each<[string, Files, readonly string[], string]>([
    [
      'data that git ignores before a template',
      { '.gitignore': '/state\n' },
      ['assets/app.db', 'state/app.db'],
      'sqlite state/app.db',
    ],
    [
      'data that a container keeps',
      { 'compose.yml': 'services:\n  app:\n    image: x/app\n    volumes: ["./store:/app/store"]\n' },
      ['base/app.db', 'store/app.db'],
      'sqlite store/app.db',
    ],
    ['copies last', {}, ['backup/app.db', 'cache/index.db', 'var/app.db'], 'sqlite var/app.db'],
  ])('%s', async (_, files, sqlite, expected) => {
    expect(await discovered(files, { sqlite })).toBe(expected);
  });
});
