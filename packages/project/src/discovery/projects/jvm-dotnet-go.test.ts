import { describe, expect, test } from 'vitest';
import { discovered } from '../../testing/discover.ts';

type Files = Readonly<Record<string, string>>;
const json = (value: unknown) => JSON.stringify(value);
const RESOURCES = 'src/main/resources';

describe('Spring', () => {
  test.each<[string, Files, string]>([
    [
      'a module of Maven with an active profile and a pool',
      {
        'pom.xml': '<project><modules><module>common</module><module>bank-web</module></modules></project>',
        'common/pom.xml': '<project/>',
        [`bank-web/${RESOURCES}/application.yml`]: 'spring:\n  profiles:\n    active: local\n',
        [`bank-web/${RESOURCES}/application-local.yml`]:
          'spring:\n  datasource:\n    username: ann\n    hikari:\n      jdbc-url: jdbc:postgresql://localhost:5501/bank\n',
      },
      'postgres localhost:5501/bank',
    ],
    [
      'a module of Gradle and several data sources',
      {
        'settings.gradle.kts': 'rootProject.name = "bank"\ninclude(":services:ledger")\n',
        [`services/ledger/${RESOURCES}/application.yml`]:
          'spring:\n  datasource:\n    dynamic:\n      primary: master\n      datasource:\n        slave_1:\n          url: jdbc:mysql://10.0.0.9/bank\n        master:\n          url: jdbc:mysql://localhost:3391/bank\n          username: root\n',
      },
      'mysql localhost:3391/bank',
    ],
    [
      'settings in settings',
      {
        [`${RESOURCES}/application.properties`]: `bank.db.host=localhost\nbank.db.name=\${BANK_NAME:bank}\nspring.datasource.url=jdbc:mariadb://\${bank.db.host}:3392/\${bank.db.name}\n`,
      },
      'mysql localhost:3392/bank',
    ],
    [
      'a profile that Maven fills in',
      {
        'pom.xml':
          '<project><profiles><profile><id>prod</id><properties><env>prod</env></properties></profile><profile><id>dev</id><activation><activeByDefault>true</activeByDefault></activation><properties><env>dev</env></properties></profile></profiles></project>',
        [`${RESOURCES}/application.properties`]: 'spring.profiles.active=@env@\n',
        [`${RESOURCES}/application-dev.properties`]:
          'spring.datasource.url=jdbc:postgresql://localhost/bank_dev\n',
        [`${RESOURCES}/application-prod.properties`]:
          'spring.datasource.url=jdbc:postgresql://localhost/bank\n',
      },
      'postgres localhost/bank_dev',
    ],
    [
      'documents for profiles, and a group',
      {
        [`${RESOURCES}/application.yml`]:
          'spring:\n  profiles:\n    active: dev\n    group:\n      dev: mysql,debug\n---\nspring:\n  config:\n    activate:\n      on-profile: "!dev"\n  datasource:\n    url: jdbc:h2:mem:x\n---\nspring:\n  config:\n    activate:\n      on-profile: mysql\n  datasource:\n    url: jdbc:mysql://localhost/bank\n',
      },
      'mysql localhost/bank',
    ],
    [
      'the profile of developers, when none is active',
      {
        [`${RESOURCES}/application.yml`]: 'server:\n  port: 8080\n',
        [`${RESOURCES}/application-dev.yml`]:
          'spring:\n  datasource:\n    url: jdbc:postgresql://localhost/bank\n',
        [`${RESOURCES}/application-prod.yml`]:
          'spring:\n  datasource:\n    url: jdbc:postgresql://prod/bank\n',
      },
      'postgres localhost/bank',
    ],
    [
      'Quarkus',
      {
        [`${RESOURCES}/application.properties`]:
          'quarkus.datasource.db-kind=postgresql\n%dev.quarkus.datasource.jdbc.url=jdbc:postgresql://localhost:5502/bank\n',
      },
      'postgres localhost:5502/bank',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files)).toBe(expected);
  });

  const published = { 'compose.yaml': 'services:\n  db:\n    image: postgres\n    ports: ["5432:5432"]\n' };
  test.each<[string, Files, RegExp]>([
    [
      'the H2 of the build',
      {
        'build.gradle': "dependencies {\n  runtimeOnly 'com.h2database:h2'\n}\n",
        [`${RESOURCES}/application.properties`]: 'spring.jpa.show-sql=true\n',
      },
      /build\.gradle.*H2/,
    ],
    [
      'H2 in a file of the home folder',
      {
        [`${RESOURCES}/application.yaml`]: `spring:\n  r2dbc:\n    url: r2dbc:h2:file:///\${work-dir}/\${NOT_SET}\n`,
      },
      /application\.yaml.*H2/,
    ],
    [
      'Oracle',
      {
        [`${RESOURCES}/application.properties`]:
          'spring.datasource.url=jdbc:oracle:thin:@localhost:1521:xe\n',
      },
      /application\.properties.*Oracle/,
    ],
    [
      'a profile that nobody fills in',
      { [`${RESOURCES}/application.yml`]: "spring:\n  profiles:\n    active: '@profile@'\n" },
      /application\.yml.*spring\.profiles\.active/,
    ],
  ])('%s: nothing is chosen, though a container runs another', async (_, files, expected) => {
    const answer = await discovered({ ...files, ...published });
    expect(answer).toMatch(/^none: /);
    expect(answer).toMatch(expected);
  });

  test('an H2 for tests only does not count', async () => {
    const pom =
      '<project><dependency><groupId>com.h2database</groupId><scope>test</scope></dependency></project>';
    const files = { 'pom.xml': pom, [`${RESOURCES}/application.yml`]: 'server:\n  port: 1\n', ...published };
    expect(await discovered(files)).toBe('postgres 127.0.0.1:5432/postgres');
  });
});

describe('.NET', () => {
  const settings = (connection: unknown) => ({
    'src/Clinic.Api/appsettings.json': json({ Logging: {}, ...(connection as object) }),
  });
  const project = (name: string) => ({
    'src/Clinic.Api/Clinic.Api.csproj': `<Project><PackageReference Include="${name}" Version="8.0.0" /></Project>`,
  });

  test.each<[string, Files, string]>([
    [
      'words of PostgreSQL',
      settings({
        ConnectionStrings: {
          DefaultConnection: 'Host=localhost;Port=5511;Database=clinic;Username=ann;Password=x',
        },
      }),
      'postgres localhost:5511/clinic',
    ],
    [
      'the package of MySQL',
      {
        ...settings({
          ConnectionStrings: { Clinic: 'Server=localhost;Database=clinic;User=ann;Password=x' },
        }),
        ...project('Pomelo.EntityFrameworkCore.MySql'),
      },
      'mysql localhost/clinic',
    ],
    [
      'a SQLite file beside it',
      settings({ ConnectionStrings: { Default: 'Data Source=clinic.db' } }),
      'sqlite src/Clinic.Api/clinic.db',
    ],
    [
      'development over the rest, and no cache',
      {
        ...settings({ ConnectionStrings: { Redis: 'localhost:6379', Main: 'Host=db;Database=clinic' } }),
        'src/Clinic.Api/appsettings.Development.json':
          '{ // local\n "ConnectionStrings": { "Main": "Host=localhost;Database=clinic_dev" } }',
      },
      'postgres localhost/clinic_dev',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files, { sqlite: ['src/Clinic.Api/clinic.db'] })).toBe(expected);
  });

  test.each<[string, Files]>([
    [
      'a local database',
      settings({
        ConnectionStrings: {
          Default: 'Server=(localdb)\\mssqllocaldb;Database=Clinic;Trusted_Connection=True',
        },
      }),
    ],
    [
      'the package',
      {
        ...settings({ ConnectionStrings: { Default: 'Server=sql;Database=Clinic;User Id=sa;Password=x' } }),
        ...project('Microsoft.EntityFrameworkCore.SqlServer'),
      },
    ],
  ])('SQL Server is named: %s', async (_, files) => {
    expect(await discovered(files, { sqlite: ['logs.db'] })).toMatch(
      /^none: .*appsettings\.json.*SQL Server/,
    );
  });
});

describe('Go and others', () => {
  test.each<[string, Files, string]>([
    [
      'a variable with another name',
      {
        'go.mod': 'module x\n',
        'app.env': 'PORT=1\nSTORE_DSN=postgres://ann:p@ss@localhost:5521/store?sslmode=disable\n',
      },
      'postgres localhost:5521/store',
    ],
    [
      'the driver of MySQL',
      { 'go.mod': 'module x\n', '.env': 'STORE_DSN="ann:secret@tcp(127.0.0.1:3396)/store?parseTime=true"\n' },
      'mysql 127.0.0.1:3396/store',
    ],
    [
      'words of libpq',
      {
        '.env':
          'GOOSE_DRIVER=postgres\nGOOSE_DBSTRING="host=localhost port=5522 user=ann dbname=store sslmode=disable"\n',
      },
      'postgres localhost:5522/store',
    ],
    [
      'config.yml',
      {
        'go.mod': 'module x\n',
        'config/config.yml':
          'server:\n  port: 80\npostgres:\n  host: localhost\n  port: 5523\n  user: ann\n  dbname: store\n',
      },
      'postgres localhost:5523/store',
    ],
    [
      'dbconfig.yml',
      {
        'go.mod': 'module x\n',
        'dbconfig.yml': 'development:\n  dialect: mysql\n  datasource: ann@tcp(localhost:3397)/store\n',
      },
      'mysql localhost:3397/store',
    ],
    [
      'POSTGRES_* with a host',
      { '.env': 'POSTGRES_SERVER=localhost\nPOSTGRES_PORT=5524\nPOSTGRES_DB=store\nPOSTGRES_USER=ann\n' },
      'postgres localhost:5524/store',
    ],
  ])('%s', async (_, files, expected) => {
    expect(await discovered(files)).toBe(expected);
  });

  test('a template of .env is not read, and the message names it', async () => {
    const files = { 'go.mod': 'module x\n', '.env.example': 'DATABASE_URL=postgres://ann@localhost/store\n' };
    expect(await discovered(files)).toMatch(/^none: .*\.env\.example/);
  });
});
