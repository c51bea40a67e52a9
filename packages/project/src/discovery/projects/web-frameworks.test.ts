import { describe, expect, test } from 'vitest';
import { discovered } from '../../testing/discover.ts';

type Files = Readonly<Record<string, string>>;
const json = (value: unknown) => JSON.stringify(value);

describe('Rails', () => {
  const of = (text: string): Files => ({ 'config/database.yml': text });

  test.each<[string, Files, string]>([
    [
      'interpolated texts',
      of("development:\n  adapter: postgresql\n  database: <%= \"ferry_#{ENV['SUFFIX'] || 'dev'}\" %>\n"),
      'postgres 127.0.0.1/ferry_dev',
    ],
    [
      'nested fetches',
      {
        ...of(
          "development:\n  adapter: trilogy\n  database: ferry\n  host: <%= ENV.fetch('A_HOST', ENV.fetch('B_HOST') { 'localhost' }) %>\n  port: <%= ENV.fetch('B_PORT', 3306).to_i %>\n",
        ),
        '.env': 'B_PORT=3361',
      },
      'mysql localhost:3361/ferry',
    ],
    [
      'parts that depend on a variable',
      of(
        "development:\n  adapter: postgresql\n  database: ferry\n<% if ENV['FERRY_HOST'] %>\n  host: <%= ENV['FERRY_HOST'] %>\n<% else %>\n  port: 5491\n<% end %>\n",
      ),
      'postgres 127.0.0.1:5491/ferry',
    ],
    [
      'a variable of the template',
      of(
        "<% name = 'ferry' %>\ndevelopment:\n  adapter: sqlite3\n  database: <%= Rails.root.join('storage', \"#{name}.sqlite3\") %>\n",
      ),
      'sqlite storage/ferry.sqlite3',
    ],
    [
      'variables that are not set and not needed',
      of(
        "development:\n  adapter: mysql2\n  database: ferry\n  host: <%= ENV['H'] %>\n  password: <%= ENV['P'] %>\n  url: <%= ENV['URL'] %>\n",
      ),
      'mysql 127.0.0.1/ferry',
    ],
    [
      'a default of nothing, and other methods',
      of(
        "development:\n  adapter: mysql2\n  database: ferry\n  host: <%= ENV.fetch('H', nil) %>\n  password: <%= (ENV['P'] || '').to_json %>\n",
      ),
      'mysql 127.0.0.1/ferry',
    ],
    [
      'several databases',
      of(
        'development:\n  queue:\n    adapter: sqlite3\n    database: q.sqlite3\n  primary:\n    adapter: mysql2\n    database: ferry\n    host: localhost\n',
      ),
      'mysql localhost/ferry',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['storage/ferry.sqlite3', 'q.sqlite3'] })).toBe(expected);
  });

  test('a fresh clone names the template', async () => {
    const files = {
      'config/database.yml.example': 'development:\n  adapter: postgresql\n  database: ferry\n',
      'compose.yml': 'services:\n  db:\n    image: mysql\n    ports: ["3306:3306"]\n',
    };
    expect(await discovered(files)).toMatch(
      /^none: .*config\/database\.yml\.example.*copy it to config\/database\.yml/,
    );
  });
});

describe('Laravel', () => {
  const composer = (version: string): Files => ({
    'composer.json': json({ require: { 'laravel/framework': version } }),
  });
  const config = `<?php

use Illuminate\\Support\\Str;

return [
    // which one
    'default' => env('DB_CONNECTION', 'pgsql'),
    'connections' => array(
        'sqlite' => ['driver' => 'sqlite', 'database' => env('DB_DATABASE', database_path('museum.sqlite'))],
        'pgsql' => [
            'driver' => 'pgsql',
            'host' => env('DB_HOST', '127.0.0.1'),
            'port' => (int) env('DB_PORT', 5432),
            'database' => env('DB_DATABASE', 'mus' . 'eum'),
            'options' => extension_loaded('pdo_pgsql') ? array_filter([PDO::ATTR_SSL_CA => env('CA')]) : [],
        ],
    ),
    'redis' => ['options' => ['prefix' => Str::slug(env('APP_NAME', 'x'), '_').'_database_']],
];
`;

  test.each<[string, Files, string]>([
    [
      'the default of the configuration',
      { ...composer('^11.0'), 'config/database.php': config, '.env': 'DB_PORT=5492\n' },
      'postgres 127.0.0.1:5492/museum',
    ],
    [
      'the engine of the configuration',
      {
        ...composer('^11.0'),
        'config/database.php': config,
        '.env': 'DB_HOST=localhost\nDB_DATABASE=hall\n',
      },
      'postgres localhost:5432/hall',
    ],
    [
      'another connection',
      { ...composer('^11.0'), 'config/database.php': config, '.env': 'DB_CONNECTION=sqlite\n' },
      'sqlite database/museum.sqlite',
    ],
    [
      'a configuration with statements and helpers',
      {
        ...composer('^10.0'),
        'config/database.php': `<?php
declare(strict_types=1);
$url = getenv('MUSEUM_URL');
$host = 'localhost';
if (false !== $url) {
    $host = parse_url($url)['host'] ?? 'elsewhere';
}
$settings = ['default' => envOr('DB_CONNECTION', "mysql"), 'connections' => ['mysql' => ['driver' => 'mysql', 'host' => $host, 'database' => env('DB_DATABASE', 'museum')]]];
return $settings;
`,
      },
      'mysql localhost/museum',
    ],
    [
      'what version 12 assumes',
      { ...composer('^12.0'), '.env': 'APP_NAME=Museum\n' },
      'sqlite database/database.sqlite',
    ],
    [
      'what version 9 assumes',
      { ...composer('^9.19'), '.env': 'DB_DATABASE=museum\n' },
      'mysql 127.0.0.1/museum',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['database/museum.sqlite', 'database/database.sqlite'] })).toBe(
      expected,
    );
  });
});

describe('Symfony', () => {
  test.each<[string, Files, string]>([
    [
      'fields of Doctrine',
      {
        'config/packages/doctrine.yaml':
          "doctrine:\n  dbal:\n    driver: pdo_mysql\n    host: '%env(TRAM_HOST)%'\n    port: '%env(int:TRAM_PORT)%'\n    dbname: tram\n",
        '.env': 'TRAM_HOST=localhost\nTRAM_PORT=3371\n',
      },
      'mysql localhost:3371/tram',
    ],
    [
      'the default of several connections',
      {
        'config/packages/doctrine.yaml':
          "doctrine:\n  dbal:\n    default_connection: main\n    connections:\n      log: {url: 'mysql://h/log'}\n      main: {url: '%env(resolve:TRAM_URL)%'}\n",
        '.env': 'TRAM_URL=sqlite:///%kernel.project_dir%/var/tram.db\n',
      },
      'sqlite var/tram.db',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['var/tram.db'] })).toBe(expected);
  });
});

describe('Phoenix', () => {
  const mix = (dependency: string): Files => ({
    'mix.exs': `defp deps, do: [{:${dependency}, ">= 0.0.0"}]\n`,
  });

  test.each<[string, Files, string]>([
    [
      'settings over several lines',
      {
        ...mix('postgrex'),
        'config/dev.exs':
          'import Config\n\n# Configure your database\nconfig :harbor, Harbor.Repo,\n  username: "postgres",\n  hostname: "localhost",\n  port: String.to_integer(System.get_env("PGPORT") || "5493"),\n  database: "harbor_dev", # here\n  stacktrace: true\n\nconfig :harbor, HarborWeb.Endpoint,\n  http: [ip: {127, 0, 0, 1}, port: 4000],\n  secret_key_base: "x"\n',
      },
      'postgres localhost:5493/harbor_dev',
    ],
    [
      'SQLite',
      {
        ...mix('ecto_sqlite3'),
        'config/dev.exs':
          'config :harbor, Harbor.Repo,\n  database: Path.expand("../harbor_dev.db", __DIR__),\n  pool_size: 5\n',
      },
      'sqlite harbor_dev.db',
    ],
    [
      'an address and a name',
      {
        ...mix('myxql'),
        'config/dev.exs':
          'database_url =\n  System.get_env(\n    "HARBOR_URL",\n    "ecto://ann@localhost:3372/harbor"\n  )\n\ncase System.get_env("X") do\n  nil -> :ok\nend\n\nconfig :harbor, Harbor.Repo, adapter: Ecto.Adapters.MyXQL, url: database_url\n',
      },
      'mysql localhost:3372/harbor',
    ],
    [
      'settings for releases are not meant',
      {
        ...mix('postgrex'),
        'config/dev.exs': 'config :harbor, Harbor.Repo, database: "harbor_dev", hostname: "localhost"\n',
        'config/runtime.exs':
          'if config_env() == :prod do\n  config :harbor, Harbor.Repo, url: System.fetch_env!("DATABASE_URL")\nend\n',
      },
      'postgres localhost/harbor_dev',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['harbor_dev.db'] })).toBe(expected);
  });
});

describe('Supabase and DDEV', () => {
  test.each<[string, Files, string | RegExp]>([
    [
      'the port of Supabase',
      { 'supabase/config.toml': '[api]\nport = 1\n[db]\nport = 55322 # local\n[db.pooler]\nport = 2\n' },
      'postgres 127.0.0.1:55322/postgres',
    ],
    ['the usual port', { 'supabase/config.toml': 'project_id = "x"\n' }, 'postgres 127.0.0.1:54322/postgres'],
    [
      'the port of DDEV',
      {
        '.ddev/config.yaml': 'name: x\ndatabase:\n  type: postgres\n  version: "16"\nhost_db_port: "59000"\n',
      },
      'postgres 127.0.0.1:59000/db',
    ],
    [
      'the container of DDEV as host',
      {
        '.ddev/config.yaml': 'name: x\nhost_db_port: 59001\n',
        '.env': 'DATABASE_URL=mysql://db:db@db:3306/db\n',
      },
      'mysql 127.0.0.1:59001/db',
    ],
    [
      'a port that DDEV picks',
      { '.ddev/config.yaml': 'name: x\n' },
      /^none: \.?.*\.ddev\/config\.yaml.*host_db_port/,
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files)).toMatch(expected);
  });
});
