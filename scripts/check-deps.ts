import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Checks that imports point the way docs/architecture.md says. Prints each that does not. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** Which packages of ours a package may import. What is not named here may import nothing of ours. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  serve: ['core'],
  connections: ['core'],
  sql: ['core', 'connections', 'serve'],
  elasticsearch: ['core', 'connections', 'serve'],
  bridge: ['core'],
  project: ['core', 'sql', 'bridge', 'connections'],
  gateway: ['core'],
  cli: ['core', 'serve', 'connections', 'sql', 'elasticsearch', 'bridge', 'project', 'gateway'],
  dashboard: [],
};

/** Libraries that one room alone may know, by the room's path. */
const oneRoomOnly: readonly (readonly [RegExp, string])[] = [
  [/^@modelcontextprotocol\/(server|node|server-legacy)(\/|$)/, 'packages/serve/src/'],
  [/^@modelcontextprotocol\/client(\/|$)/, 'packages/gateway/src/'],
  [/^ssh2$/, 'packages/connections/src/ssh/'],
  [/^undici$/, 'packages/elasticsearch/src/'],
  [/^@lezer\//, 'packages/project/src/discovery/'],
  [/^(pg|pg-cursor|libpg-query|mysql2|@photostructure\/sqlite|node:sqlite)(\/|$)/, 'packages/sql/src/'],
  [/^citty$/, 'packages/cli/src/'],
  [/^pino$/, 'packages/core/src/log.ts'],
];

/** The name under which the page knows the HTTP API of packages/cli/src/web/api.ts, and that only as types. */
const pageContract = '@molehill/api';

interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const pattern =
    /^(?:import|export)(\s+type)?\b[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm;
  return [...text.matchAll(pattern)].map(([, type, from, dynamic, bare]) => ({
    file,
    specifier: from ?? dynamic ?? bare ?? '',
    typeOnly: type !== undefined,
  }));
}

function packageOf(path: string): string {
  return path.split(sep)[1] ?? '';
}

function problemOf(found: Import): string | undefined {
  const { file, specifier } = found;
  if (specifier.startsWith('.')) return relativeProblem(found);
  if (packageOf(file) === 'dashboard' && specifier === pageContract) {
    return found.typeOnly ? undefined : `${pageContract} may be imported as types only`;
  }
  const ours = ourPackage(specifier);
  const servesItsTests = ours === 'serve' && isTestFile(file);
  if (
    ours !== undefined &&
    ours !== packageOf(file) &&
    !servesItsTests &&
    !mayImport[packageOf(file)]?.includes(ours)
  ) {
    return `${packageOf(file)} may not import ${ours}`;
  }
  const isTest = isTestFile(file);
  const room = oneRoomOnly.find(([library]) => library.test(specifier))?.[1];
  return room && !isTest && !file.startsWith(room) ? `only ${room} may import ${specifier}` : undefined;
}

function isTestFile(file: string): boolean {
  return file.includes('.test.') || file.includes(`${sep}testing${sep}`);
}

/** Packages that are published have names of their own. */
const publishedNames: Readonly<Record<string, string>> = {
  'dbmole-mcp': 'sql',
  'esmole-mcp': 'elasticsearch',
  molehill: 'cli',
};

function ourPackage(specifier: string): string | undefined {
  const [first = '', second = ''] = specifier.split('/');
  return first === '@molehill' ? second : publishedNames[first];
}

function relativeProblem({ file, specifier }: Import): string | undefined {
  const target = relative(root, join(root, dirname(file), specifier));
  if (packageOf(target) === packageOf(file) && target.startsWith('packages')) return undefined;
  if (isTestFile(file) && target.startsWith('test')) return undefined;
  if (target.endsWith('.json') || target.endsWith('.css')) return undefined;
  return `a relative import leaves its package: ${specifier}`;
}

const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root });
const problems = files.flatMap(importsOf).flatMap((found) => {
  const problem = problemOf(found);
  return problem ? [`${found.file}: ${problem}`] : [];
});
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} imports that point the wrong way`);
if (problems.length > 0) process.exitCode = 1;
