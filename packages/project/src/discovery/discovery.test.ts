import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '@molehill/core/redact';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { addSqlite, projectOf } from '../testing/fixture-project.ts';
import { describeProblems } from './conclude.ts';
import { discoverDatabases } from './discovery.ts';

const discover = (root: string, env: Readonly<Record<string, string>> = {}) =>
  discoverDatabases(root, { env, insideContainer: false });

describe('the choice', () => {
  const several = {
    '.env': 'DATABASE_URL=postgres://a@127.0.0.1/env\n',
    'compose.yaml':
      'services:\n  db:\n    image: mysql:8\n    ports: ["3307:3306"]\n    environment: {MYSQL_ROOT_PASSWORD: x, MYSQL_DATABASE: compose}\n',
  };

  test('picks the first by the order of the sources and lists the others', async () => {
    const { chosen, databases } = await discover(projectOf(several));
    expect(chosen).toMatchObject({ source: 'env' });
    expect(databases.map(({ source }) => source)).toEqual(['env', 'compose']);
  });

  test('does not replace a database that cannot be used by another one', async () => {
    const files = { ...several, '.env': 'DATABASE_URL=mongodb://a/b\n' };
    const { chosen, meant, others, message } = await discover(projectOf(files));
    expect(chosen).toBeNull();
    expect(meant).toMatchObject({ source: 'env', problems: [expect.stringContaining('MongoDB')] });
    expect(others.map(({ source }) => source)).toEqual(['env', 'compose']);
    expect(message).toMatch(/^No database of the project can be used\. \.env:1 \(DATABASE_URL\): .*MongoDB/);
  });

  test('prefers an explicit database, and does not replace an invalid one', async () => {
    const right = await discover(
      projectOf({ ...several, '.molehill.json': '{"database": "mysql://u@127.0.0.1/own"}' }),
    );
    expect(right.chosen).toMatchObject({
      source: 'molehill',
      connection: { type: 'mysql', database: 'own', readonly: false },
    });
    for (const wrong of [
      '{"database": "nonsense://x"}',
      '{"database": 5}',
      '{"database":',
      '{"database": {"type": "postgres"}}',
    ]) {
      const { chosen, databases } = await discover(projectOf({ ...several, '.molehill.json': wrong }));
      expect(chosen).toBeNull();
      expect(databases[0]).toMatchObject({ source: 'molehill', problems: [expect.any(String)] });
    }
  });

  test('uses the file that .molehill.json names', async () => {
    const settings = '{"database": {"from": "./compose.yaml", "readonly": true}}';
    const { chosen } = await discover(projectOf({ ...several, '.molehill.json': settings }));
    expect(chosen).toMatchObject({ source: 'compose', connection: { readonly: true } });
    const none = await discover(
      projectOf({ ...several, '.molehill.json': '{"database": {"from": "gone.yml"}}' }),
    );
    expect(none.chosen).toBeNull();
  });

  test('finds nothing in an empty project', async () => {
    expect(await discover(tempFolder())).toEqual({
      databases: [],
      chosen: null,
      meant: null,
      others: [],
      unread: [],
      message: 'No file of the project names a database.',
    });
  });
});

describe('.molehill.json', () => {
  test('accepts the fields of a connection, with comments, references and relative paths', async () => {
    const text = `{
      // the replica
      "database": {"type": "postgres", "host": "db", "user": "u", "password": "\${env:SHOP_PW}", "readonly": true, "tls": {"mode": "verify-full", "ca": "ca.pem"}},
    }`;
    const root = projectOf({ '.molehill.json': text, '.env': 'SHOP_PW=from-the-file' });
    const { chosen } = await discover(root, { SHOP_PW: 'from-the-process' });
    expect(chosen).toMatchObject({
      line: 3,
      connection: {
        password: 'from-the-file',
        readonly: true,
        tls: { mode: 'verify-full', ca: join(root, 'ca.pem') },
      },
    });
  });

  test('reports an unset variable', async () => {
    const text = `{"database": {"dsn": "postgres://u@h/d", "password": "\${env:NOT_SET}"}}`;
    const { databases } = await discover(projectOf({ '.molehill.json': text }));
    expect(databases[0]?.problems).toEqual(['it refers to the variable NOT_SET, which is not set']);
  });
});

describe('.env files', () => {
  test('the more local and more specific file wins', async () => {
    const address = (name: string) => `DATABASE_URL=postgres://u@h/${name}\n`;
    const files = Object.fromEntries(
      ['.env', '.env.development', '.env.local', '.env.development.local'].map((file) => [
        file,
        address(file.slice(1)),
      ]),
    );
    for (const file of ['.env.development.local', '.env.local', '.env.development', '.env']) {
      expect((await discover(projectOf(files))).chosen).toMatchObject({
        file,
        connection: { database: file.slice(1) },
      });
      delete files[file];
    }
  });

  test('ignores examples, other environments and the environment of the process', async () => {
    const root = projectOf({
      '.env.example': 'DATABASE_URL=postgres://u@h/d',
      '.env.production': 'DATABASE_URL=postgres://u@h/d',
    });
    expect((await discover(root, { DATABASE_URL: 'postgres://u@h/d' })).databases).toEqual([]);
  });

  test.each<[string, string, object]>([
    [
      'references',
      `HOST=db.test\nexport DATABASE_URL="postgres://u@\${HOST}:\${PORT:-5433}/d" # here`,
      { host: 'db.test', port: 5433 },
    ],
    [
      'Laravel',
      'DB_CONNECTION=pgsql\nDB_HOST=127.0.0.1\nDB_DATABASE=app\nDB_USERNAME=ann\nDB_PASSWORD="a b#c"',
      { type: 'postgres', database: 'app', user: 'ann', password: 'a b#c' },
    ],
    [
      'MariaDB',
      'DB_CONNECTION=mariadb\nDB_HOST=h\nDB_PORT=3307\nDB_DATABASE=app',
      { type: 'mysql', host: 'h', port: 3307, user: 'root' },
    ],
    [
      'the engine by its port',
      'DB_HOST=h\nDB_PORT=5432\nDB_NAME=app\nDB_USER=ann',
      { type: 'postgres', database: 'app', user: 'ann' },
    ],
    ['SQLAlchemy', 'DATABASE_URL=postgresql+asyncpg://u:p%40ss@h/d', { type: 'postgres', password: 'p@ss' }],
    ['MySQL', 'DATABASE_URL=mysql2://u:p@h:3308/d', { type: 'mysql', port: 3308 }],
  ])('%s', async (_, text, connection) => {
    expect((await discover(projectOf({ '.env': text }))).chosen).toMatchObject({ source: 'env', connection });
  });

  test.each<[string, string]>([
    [
      `DATABASE_URL=postgres://u:\${SECRET_PW}@h/d`,
      'the address refers to the variable SECRET_PW, which is not set',
    ],
    ['DB_CONNECTION=sqlsrv\nDB_HOST=h', 'SQL Server is not supported'],
    ['DB_HOST=h\nDB_NAME=n', 'it does not name an engine'],
    [
      'DATABASE_URL=prisma+postgres://localhost:51213/?api_key=abc',
      'the address belongs to a Prisma service, which cannot be queried directly',
    ],
    ['DATABASE_URL=sqlite::memory:', 'the database exists only in memory'],
  ])('%s is unusable', async (text, problem) => {
    const { databases, chosen } = await discover(projectOf({ '.env': text }));
    expect(databases[0]?.problems).toEqual([problem]);
    expect(chosen).toBeNull();
  });

  test.each([
    'sqlite:///var/data_dev.db',
    'sqlite:///%kernel.project_dir%/var/data_%kernel.environment%.db',
    'sqlite+aiosqlite:///./var/data_dev.db',
    'jdbc:sqlite:var/data_dev.db',
  ])('SQLite as %s', async (address) => {
    const root = projectOf({ '.env': `DATABASE_URL="${address}"` });
    const file = addSqlite(root, 'var/data_dev.db');
    expect((await discover(root)).chosen?.connection).toMatchObject({ type: 'sqlite', file });
  });
});

describe('SQLite files', () => {
  test('are recognised by their header, in order of depth', async () => {
    const root = projectOf({ 'notes.db': 'no database', 'empty.sqlite': '', 'a/b/c/d/deep.db': '' });
    for (const path of [
      'z.sqlite3',
      'a/x.db',
      'a/b/c/y.db',
      'a/b/c/d/deep.db',
      'node_modules/p/q.db',
      '.cache/r.db',
      'data.txt',
    ])
      addSqlite(root, path);
    const { databases } = await discover(root);
    expect(databases.map(({ file }) => file)).toEqual(['z.sqlite3', 'a/x.db', 'a/b/c/y.db']);
  });

  test('links out of the project are not followed, and pipes are not read', async () => {
    const [root, outside] = [tempFolder(), tempFolder()];
    const file = addSqlite(outside, 'private.db');
    symlinkSync(file, join(root, 'link.db'));
    symlinkSync(outside, join(root, 'folder'));
    execFileSync('/usr/bin/env', ['mkfifo', join(root, 'pipe.db'), join(root, '.env')]);
    const { databases, unread } = await discover(root);
    expect(databases).toMatchObject([{ source: 'env', problems: ['it is not a regular file'] }]);
    expect(unread).toEqual([{ file: '.env', reason: 'is not a regular file' }]);
  });
});

describe('arbitrary files', () => {
  test('a file that is too large is reported and not read', async () => {
    const { chosen, unread } = await discover(
      projectOf({ '.env': `DATABASE_URL=postgres://u@h/d\n#${'x'.repeat(1024 * 1024)}` }),
    );
    expect(chosen).toBeNull();
    expect(unread).toEqual([{ file: '.env', reason: 'is larger than 1 MB' }]);
  });

  test('invalid files affect no other source and reveal no secret', async () => {
    const nonsense = `password: "planted-5ecret\n\t- [}{ <%= %> \${ ' """`;
    const names = [
      '.devdbrc',
      'config/database.yml',
      'compose.yaml',
      'knexfile.js',
      'drizzle.config.ts',
      'src/data-source.ts',
      'prisma/schema.prisma',
      'src/main/resources/application.yml',
      'src/main/resources/application.properties',
      'manage.py',
      'package.json',
    ];
    const root = projectOf(Object.fromEntries(names.map((name) => [name, nonsense])));
    addSqlite(root, 'app.db');
    const { databases, message } = await discover(root);
    expect(databases.at(-1)).toMatchObject({ source: 'sqlite', problems: [] });
    expect(JSON.stringify([databases.map(describeProblems), message])).not.toContain('5ecret');
  });

  test('nothing of the project is executed', async () => {
    const root = tempFolder();
    const mark = join(root, 'was-run');
    const code = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`;
    writeFileSync(
      join(root, 'knexfile.js'),
      `${code};\nmodule.exports = { client: 'pg', connection: (${code}, 'postgres://u@h/d') };`,
    );
    mkdirSync(join(root, 'shop'));
    writeFileSync(
      join(root, 'manage.py'),
      "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')",
    );
    writeFileSync(
      join(root, 'shop/settings.py'),
      `DATABASES = {'default': {'ENGINE': 'postgresql', 'NAME': open(${JSON.stringify(mark)}, 'w')}}`,
    );
    const { databases } = await discover(root);
    expect(databases).toMatchObject([
      { source: 'django', problems: ['the database name is computed when the program runs'] },
      { source: 'knex', problems: ['the address is computed when the program runs'] },
    ]);
    expect((await discover(root)).chosen).toBeNull();
    expect(existsSync(mark)).toBe(false);
  });

  test('passwords are registered with the redactor, unless they equal the user name', async () => {
    const redactor = createRedactor();
    const root = projectOf({
      '.env': 'DATABASE_URL=postgres://u:hidden-one@h/d\nDB_URL=postgres://postgres:postgres@h/d',
    });
    const { databases } = await discoverDatabases(root, { env: {}, redactor });
    expect(redactor.known('hidden-one postgres')).toBe('*** postgres');
    expect(JSON.stringify(databases.map(describeProblems))).not.toContain('hidden-one');
  });
});
