import { describe, expect, test } from 'vitest';
import { addSqlite, projectOf } from '../../testing/fixture-project.ts';
import { discoverDatabases } from '../discovery.ts';

const discover = (files: Readonly<Record<string, string>>) =>
  discoverDatabases(projectOf(files), { env: {}, insideContainer: false });

describe('Rails', () => {
  const of = (text: string) => ({ 'config/database.yml': text });

  test.each<[string, object]>([
    ['<%= ENV.fetch("SHOP_HOST") { "db.local" } %>', { host: 'db.local' }],
    ["<%= ENV.fetch('SHOP_HOST', 'db.local') %>", { host: 'db.local' }],
    ['<%= ENV["SHOP_HOST"] || "db.local" %>', { host: 'db.local' }],
    ['<%= ENV["IS_SET"] %>', { host: 'set' }],
    ['<%= ENV.fetch("IS_SET") %>', { host: 'set' }],
  ])('%s', async (host, connection) => {
    const text = `development:\n  adapter: mysql2\n  host: ${host}\n  database: d\n`;
    expect((await discover({ ...of(text), '.env': 'IS_SET=set' })).chosen).toMatchObject({
      source: 'rails',
      connection,
    });
  });

  test('reports an expression that cannot be evaluated', async () => {
    const text =
      'development:\n  adapter: postgresql\n  database: d\n  password: <%= Rails.application.credentials.db %>\n';
    expect((await discover(of(text))).databases[0]?.problems).toEqual([
      'the password is computed when the program runs',
    ]);
  });

  test('picks the primary of several databases, by its URL', async () => {
    const text =
      'development:\n  primary:\n    url: postgres://u@h/first\n  cache:\n    adapter: sqlite3\n    database: storage/cache.sqlite3\n';
    const { databases, chosen } = await discover(of(text));
    expect(chosen).toMatchObject({ key: 'development.primary', connection: { database: 'first' } });
    expect(databases).toHaveLength(2);
  });
});

describe('Django', () => {
  const of = (settings: string, module = 'shop.settings', path = 'shop/settings.py') => ({
    'manage.py': `os.environ.setdefault("DJANGO_SETTINGS_MODULE", "${module}")`,
    [path]: settings,
  });

  test.each<[string, object]>([
    ["os.environ.get('PG_HOST', 'db.local')", { host: 'db.local' }],
    ["os.environ['IS_SET']", { host: 'set' }],
    ["os.getenv('PG_HOST') or 'db.local'", { host: 'db.local' }],
    ["env('PG_HOST', default='db.local')", { host: 'db.local' }],
    ["config('PG_HOST', default='db.local', cast=str)", { host: 'db.local' }],
    ["('db.'\n  'local')", { host: 'db.local' }],
    ['HOST_NAME', { host: 'db.local' }],
    ['f"{HOST_NAME}"', { host: 'db.local' }],
    ["e('PG_HOST', default='db.local')", { host: 'db.local' }],
  ])('%s', async (host, connection) => {
    const settings = `import os
HOST_NAME: str = 'db.local'
e = environ.Env()
# DATABASES = {'default': {}}
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",  # supported
        "NAME": "shop", 'USER': r'ann', "PASSWORD": 'it\\'s', "CONN_MAX_AGE": -1, "ATOMIC": not False,
        "OPTIONS": {"pool": {"min_size": 2}, "on": [x for x in (1, 2)]},
        "HOST": ${host},
        "PORT": "5433",
    },
}
`;
    const { chosen } = await discover({ ...of(settings), '.env': 'IS_SET=set' });
    expect(chosen).toMatchObject({
      source: 'django',
      connection: { ...connection, user: 'ann', password: "it's", port: 5433 },
    });
  });

  test.each([
    "dj_database_url.config(default='mysql://u@h/d')",
    "env.db('UNSET_URL', default='mysql://u@h/d')",
    "dj_database_url.parse('mysql://u@h/d')",
  ])('a URL by %s', async (value) => {
    const { chosen } = await discover(of(`env = environ.Env()\nDATABASES = {'default': ${value}}`));
    expect(chosen).toMatchObject({ connection: { type: 'mysql', database: 'd' } });
  });

  test('settings in a package in a subfolder, with os.path', async () => {
    const settings = `BASE_DIR = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': os.path.join(BASE_DIR, 'db.sqlite3')}}`;
    const root = projectOf({
      'backend/manage.py': "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')",
      'backend/shop/settings/base.py': settings,
    });
    const file = addSqlite(root, 'backend/db.sqlite3');
    const { chosen } = await discoverDatabases(root, { env: {} });
    expect(chosen).toMatchObject({
      source: 'django',
      file: 'backend/shop/settings/base.py',
      connection: { file },
    });
  });

  test('names an unset variable', async () => {
    const settings = "DATABASES = {'default': {'ENGINE': 'postgresql', 'NAME': os.environ['SHOP_DB']}}";
    const { databases } = await discover(of(settings));
    expect(databases[0]?.problems).toEqual([
      'the database name refers to the variable SHOP_DB, which is not set',
    ]);
  });
});

describe('JavaScript and TypeScript', () => {
  test.each<[string, string, object]>([
    [
      'Drizzle with parts',
      `import { defineConfig } from 'drizzle-kit';
      const port = Number(process.env.DB_PORT_X ?? 5433);
      export default defineConfig({ dialect: 'postgresql', dbCredentials: { host: 'h', port, user: 'u', password: process.env['PW_X']!, database: \`shop_\${'dev'}\` } });`,
      { port: 5433, password: 'set', database: 'shop_dev' },
    ],
    [
      'Drizzle that satisfies',
      `export default { dialect: 'mysql', dbCredentials: { url: process.env.URL_X || 'mysql://u@h/d' } } satisfies Config;`,
      { type: 'mysql', database: 'd' },
    ],
    [
      'Drizzle with a cast and a shorthand',
      `const url = <string>process.env.URL_X ?? 'mysql://u@h/d'; const dbCredentials = { url };
      export = { dialect: 'mysql', dbCredentials } as Config;`,
      { type: 'mysql', database: 'd' },
    ],
    [
      'Drizzle by name',
      `const base = { dialect: "postgresql" } as const; const config: Config = { ...base, dbCredentials: { url: "postgres://u@h/d" } }; export default config;`,
      { type: 'postgres', database: 'd' },
    ],
  ])('%s', async (_, text, connection) => {
    const { chosen } = await discover({ 'drizzle.config.ts': text, '.env': 'PW_X=set' });
    expect(chosen).toMatchObject({ source: 'drizzle', connection });
  });

  test('Knex with a URL, and in a subfolder', async () => {
    const plain = await discover({
      'knexfile.cjs': "module.exports = { client: 'pg', connection: process.env.URL_X };",
      '.env': 'URL_X=postgres://u@h/d',
    });
    expect(plain.chosen).toMatchObject({ source: 'knex', connection: { type: 'postgres', database: 'd' } });
    const root = projectOf({
      'db/knexfile.js':
        "const path = require('path');\nexports.x = 1;\nmodule.exports = { development: { client: 'better-sqlite3', connection: { filename: path.join(__dirname, 'dev.db') } } };",
    });
    const file = addSqlite(root, 'db/dev.db');
    expect((await discoverDatabases(root, { env: {} })).chosen).toMatchObject({
      source: 'knex',
      connection: { file },
    });
  });

  test('TypeORM with a list in ormconfig.json', async () => {
    const json = '[{"type": "mariadb", "host": "h", "username": "u", "database": "d"}]';
    expect((await discover({ 'ormconfig.json': json })).chosen).toMatchObject({
      source: 'typeorm',
      connection: { type: 'mysql', user: 'u' },
    });
  });

  test('reports computed values and unset variables', async () => {
    const text = (url: string) => ({
      'drizzle.config.ts': `export default { dialect: 'postgresql', dbCredentials: { url: ${url} } };`,
    });
    expect((await discover(text('secretFrom("vault")'))).databases[0]?.problems).toEqual([
      'the address is computed when the program runs',
    ]);
    expect((await discover(text('process.env.NOT_SET!'))).databases[0]?.problems).toEqual([
      'the address refers to the variable NOT_SET, which is not set',
    ]);
  });
});

describe('docker compose', () => {
  const service = (lines: string) => ({
    'docker-compose.yml': `services:\n  db:\n${lines.replace(/^/gm, '    ')}\n`,
  });

  test.each<[string, string, object]>([
    [
      'a long port',
      'image: postgres\nports: [{target: 5432, published: "5440"}]',
      { port: 5440, user: 'postgres', database: 'postgres' },
    ],
    [
      'a variant',
      'image: ghcr.io/x/timescale/timescaledb:latest-pg16\nports: ["5441:5432/tcp"]\nenvironment: {POSTGRES_USER: u}',
      { port: 5441, user: 'u', database: 'u' },
    ],
    [
      'MariaDB',
      'image: mariadb:11\nports: ["3310:3306"]\nenvironment: [MARIADB_USER=u, MARIADB_PASSWORD=p, MARIADB_DATABASE=d]',
      { type: 'mysql', user: 'u', password: 'p', database: 'd' },
    ],
    [
      'a file of variables',
      'image: postgres:17\nports: ["5442:5432"]\nenv_file: db.env',
      { password: 'of-the-file' },
    ],
  ])('%s', async (_, lines, connection) => {
    const { chosen } = await discover({ ...service(lines), 'db.env': 'POSTGRES_PASSWORD=of-the-file\n' });
    expect(chosen).toMatchObject({ source: 'compose', connection });
  });

  test('an override adds the port', async () => {
    const files = {
      ...service('image: postgres:17'),
      'docker-compose.override.yml': 'services:\n  db:\n    ports: ["5450:5432"]\n',
    };
    expect((await discover(files)).chosen).toMatchObject({ connection: { port: 5450 } });
  });

  test.each<[string, string]>([
    ['image: postgres', 'the service db does not publish its port 5432'],
    ['image: postgres\nports: ["5432"]', 'the service db does not publish its port 5432'],
    [`image: postgres\nports: ["\${NO_PORT}:5432"]`, 'the service db does not publish its port 5432'],
    [
      `image: postgres\nports: ["5432:5432"]\nenvironment: {POSTGRES_PASSWORD: "\${NO_PASSWORD:?give one}"}`,
      'the password refers to the variable NO_PASSWORD, which is not set',
    ],
  ])('%s is unusable', async (lines, problem) => {
    expect((await discover(service(lines))).databases[0]?.problems).toEqual([problem]);
  });

  test('a host that is a service without a published port is unusable', async () => {
    const files = { ...service('image: postgres'), '.env': 'DATABASE_URL=postgres://u@db/d' };
    expect((await discover(files)).databases[0]?.problems).toEqual([
      'the host is the service db of docker-compose.yml, whose port is not published',
    ]);
  });
});

describe('Spring', () => {
  const of = (text: string, name = 'application.properties') => ({ [`src/main/resources/${name}`]: text });

  test.each<[string, object]>([
    [
      'spring.datasource.url = jdbc:postgresql:shop\nspring.datasource.username=u',
      { type: 'postgres', host: 'localhost', database: 'shop' },
    ],
    [
      'spring.datasource.url=jdbc:mariadb://h:3311/d?user=u&password=p',
      { type: 'mysql', port: 3311, user: 'u', password: 'p' },
    ],
    [
      `spring.datasource.url=jdbc:mysql://\${A_HOST:\${B_HOST:h}}/d\nspring.datasource.username=u\\\n  v`,
      { host: 'h', user: 'uv' },
    ],
  ])('%s', async (text, connection) => {
    expect((await discover(of(text))).chosen).toMatchObject({ source: 'spring', connection });
  });

  test('reads the file of the active profile', async () => {
    const files = {
      ...of('spring.profiles.active=local\nspring.datasource.url=jdbc:postgresql://h/a'),
      ...of('spring.datasource.url=jdbc:postgresql://h/b', 'application-local.properties'),
    };
    expect((await discover(files)).chosen).toMatchObject({
      file: 'src/main/resources/application-local.properties',
      connection: { database: 'b' },
    });
  });

  test('reports an unsupported engine', async () => {
    const { databases } = await discover(of('spring.datasource.url=jdbc:h2:mem:shop'));
    expect(databases[0]).toMatchObject({
      type: 'H2',
      problems: ['H2 is not supported'],
    });
  });
});
