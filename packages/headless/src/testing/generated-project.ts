import { dirname, relative } from 'node:path';
import * as fc from 'fast-check';

/** A module that exports one function, with what it imports from modules before it. */
export interface GeneratedModule {
  /** Without extension, such as `a/b/cart`. */
  readonly path: string;
  readonly name: string;
  readonly uses: readonly number[];
  /** Another symbol has its name, a member of an object. */
  readonly hasNamesake: boolean;
}

export interface GeneratedProject {
  readonly modules: readonly GeneratedModule[];
}

const RESERVED = new Set([
  'do',
  'if',
  'in',
  'of',
  'as',
  'is',
  'any',
  'for',
  'let',
  'new',
  'try',
  'var',
  'get',
  'set',
]);
const identifier = fc.stringMatching(/^[a-z][a-zA-Z0-9_$]{1,8}$/).filter((name) => !RESERVED.has(name));
const folder = fc.constantFrom('', 'a/', 'a/b/', 'c/');

/** The line of the exported function. */
export function lineOf({ uses }: GeneratedModule): number {
  return uses.length + 2;
}

/** An identifier that is none of the project. */
export const freshName = fc.stringMatching(/^fresh[A-Z][a-zA-Z0-9]{0,6}$/);
/** A place without a module of the project. */
export const freshPath = fc
  .tuple(
    fc.constantFrom('', 'a/', 'a/b/', 'c/', 'new/', 'new/deep/'),
    fc.stringMatching(/^fresh-[a-z0-9]{1,6}$/),
  )
  .map(([where, name]) => where + name);

export const generatedProject: fc.Arbitrary<GeneratedProject> = fc
  .uniqueArray(fc.tuple(folder, identifier, fc.array(fc.nat(4), { maxLength: 3 }), fc.boolean()), {
    minLength: 2,
    maxLength: 5,
    // File systems and imports may ignore case.
    selector: ([, name]) => name.toLowerCase(),
  })
  .map((parts) => ({
    modules: parts.map(([where, name, picks, hasNamesake], index) => ({
      path: `${where}m-${name}`,
      name: `${name}Fn`,
      uses: index === 0 ? [] : [...new Set(picks.map((pick) => pick % index))],
      hasNamesake,
    })),
  }));

export interface Changes {
  /** The name of the exported function of a module. */
  nameOf?(module: GeneratedModule): string;
  pathOf?(module: GeneratedModule): string;
}

/**
 * The files of a project below a folder. Comments, texts, members and inner scopes contain each name too, and keep it
 * whatever the function is called.
 */
export function filesOf(
  { modules }: GeneratedProject,
  changes: Changes = {},
): Readonly<Record<string, string>> {
  const nameOf = changes.nameOf ?? (({ name }) => name);
  const pathOf = changes.pathOf ?? (({ path }) => path);
  const files = modules.map((module) => {
    const used = module.uses.flatMap((index) => modules[index] ?? []);
    const imports = used.map(
      (other) => `import { ${nameOf(other)} } from '${specifier(pathOf(module), pathOf(other))}';`,
    );
    const calls = used.map((other) => ` + ${nameOf(other)}(n - 1)`).join('');
    const { name, hasNamesake } = module;
    const member = hasNamesake ? name : 'run';
    const lines = [
      ...imports,
      `// ${name} calls ${used.map((other) => other.name).join(', ')}`,
      `export function ${nameOf(module)}(n: number): number {`,
      `  return n <= 0 ? '${name}'.length : n${calls};`,
      '}',
      `export const about_${name} = { ${member}: (${name}: number) => ${name} * 2 };`,
      `export const first_${name} = ${nameOf(module)}(0);`,
      '',
    ];
    return [`${pathOf(module)}.ts`, lines.join('\n')] as const;
  });
  return { 'tsconfig.json': TSCONFIG, ...Object.fromEntries(files) };
}

const TSCONFIG = `${JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', types: [] },
  include: ['**/*.ts'],
})}\n`;

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}
