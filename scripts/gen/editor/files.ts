import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueSource, readCatalogue, type ToolEntry } from './catalogue.ts';
import { checkCatalogue } from './check-catalogue.ts';
import { fullInput, jsonSchema, listedInput } from './json-schema.ts';
import { inputType, typescriptType } from './typescript.ts';
import { inputCode, zodCode } from './zod-code.ts';

const HEAD = '// Generated from catalogue/ by `npm run gen`. Do not edit.\n';

/** The files generated from the editor's catalogue, by path relative to the root. */
export function generateEditor(root: string, folder = 'packages/editor'): ReadonlyMap<string, string> {
  const catalogue = readCatalogue(join(root, folder));
  checkCatalogue(catalogue);
  const code = Object.entries({
    errors: `export const errorTable = ${literal(catalogue.errors)} as const;\n`,
    types: typesFile(catalogue),
    schemas: schemasFile(catalogue),
    tools: toolsFile(catalogue),
    handlers: handlersFile(catalogue),
    metadata: metadataFile(catalogue),
    guides: `export const guides: Readonly<Record<string, string>> = ${literal(guidesOf(join(root, folder, 'guides')))};\n`,
  }).map(([name, text]) => [`${folder}/src/generated/${name}.ts`, HEAD + indented(text)] as const);
  return new Map([
    ...code,
    [
      `${folder}/generated/manifest.json`,
      literal({ tools: catalogue.tools.map((tool) => metadataOf(tool, catalogue)) }),
    ],
    [`${folder}/generated/language-model-tools.json`, literal(languageModelTools(catalogue))],
    ...extensionManifest(root, catalogue),
  ]);
}

/** The manifest of the VS Code extension, of which the list of tools is generated. */
function extensionManifest(root: string, catalogue: CatalogueSource): readonly (readonly [string, string])[] {
  const path = 'packages/vscode/package.json';
  if (!existsSync(join(root, path))) return [];
  const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
  const contributes = { ...manifest.contributes, languageModelTools: languageModelTools(catalogue) };
  return [[path, `${literal({ ...manifest, contributes })}\n`]];
}

function typesFile({ tools, types }: CatalogueSource): string {
  const named = Object.entries(types).map(([name, type]) => declared(name, typescriptType(type)));
  const inputs = tools.map((tool) => `readonly ${tool.name}: ${inputType(tool)};`);
  const results = tools.map((tool) => `readonly ${tool.name}: ${typescriptType(tool.result)};`);
  const hostless = tools.filter(({ needs }) => !needs.host).map(({ name }) => `'${name}'`);
  return [
    ...named,
    declared('ToolInputs', `{\n${inputs.join('\n')}\n}`),
    declared('ToolResults', `{\n${results.join('\n')}\n}`),
    'export type ToolName = keyof ToolInputs;\n',
    `/** Tools that work without an editor host. */\nexport type HostlessTool = ${hostless.join(' | ') || 'never'};\n`,
  ].join('\n');
}

function declared(name: string, type: string): string {
  return type.startsWith('{') && !type.includes('} | ')
    ? `export interface ${name} ${type}\n`
    : `export type ${name} = ${type};\n`;
}

function schemasFile({ tools, types }: CatalogueSource): string {
  const named = Object.entries(types).map(
    ([name, type]) => `const ${name} = once((): z.ZodType<types.${name}> => ${zodCode(type, 'object')});\n`,
  );
  const inputs = tools.map((tool) => `${tool.name}: once(() => ${inputCode(tool)}),`);
  const outputs = tools.map((tool) => `${tool.name}: once(() => ${zodCode(tool.result, 'object')}),`);
  const helpers = ['once', ...(tools.some(({ oneOf }) => oneOf) ? ['exactlyOneOf'] : [])].sort();
  return [
    "import * as z from 'zod';",
    `import { ${helpers.join(', ')} } from '../schema-parts.ts';`,
    "import type * as types from './types.ts';\n",
    ...named,
    '/** Constructed on first use: most processes never need most of them. */',
    `export const inputs = {\n${inputs.join('\n')}\n} satisfies { [N in types.ToolName]: () => z.ZodType<types.ToolInputs[N]> };\n`,
    `export const outputs = {\n${outputs.join('\n')}\n} satisfies { [N in types.ToolName]: () => z.ZodType<types.ToolResults[N]> };\n`,
  ].join('\n');
}

function toolsFile({ tools, types }: CatalogueSource): string {
  const definitions = Object.fromEntries(tools.map((tool) => [tool.name, definitionOf(tool, types)]));
  return [
    "import type { ToolDefinition } from '../definition.ts';",
    "import type { ToolName } from './types.ts';\n",
    `export const definitions: Readonly<Record<ToolName, ToolDefinition>> = ${literal(definitions)};\n`,
  ].join('\n');
}

function definitionOf(tool: ToolEntry, types: CatalogueSource['types']) {
  const { title, description, category, tier, effect, safety, timeout, needs, aliases, mcp, llm } = tool;
  return {
    title,
    description,
    category,
    tier,
    effect,
    safety,
    timeout,
    needs,
    isListed: mcp.enabled,
    aliases,
    parameterAliases: Object.fromEntries(
      Object.entries(tool.parameters).flatMap(([name, param]) =>
        (param.aliases ?? []).map((alias) => [alias, name]),
      ),
    ),
    requires: llm.requires,
    hints: Object.fromEntries(tool.errors.map(({ code, hint }) => [code, hint])),
    inputSchema: listedInput(tool, types),
    outputSchema: jsonSchema(tool.result, types),
  };
}

/** `satisfies` makes a missing handler, or one of another type, a compile error. */
function handlersFile({ tools }: CatalogueSource): string {
  const lines = tools.map(({ name, handler }) => `${name}: () => import('../${handler}.ts'),`);
  return [
    "import type { HandlerModules } from '../handler.ts';\n",
    `export const handlers = {\n${lines.join('\n')}\n} satisfies HandlerModules;\n`,
  ].join('\n');
}

function metadataFile(catalogue: CatalogueSource): string {
  const all = Object.fromEntries(catalogue.tools.map((tool) => [tool.name, metadataOf(tool, catalogue)]));
  return [
    "import type { ToolMetadata } from '../definition.ts';",
    "import type { ToolName } from './types.ts';\n",
    '/** Everything the catalogue says about each tool. Imported only when it is asked for. */',
    `export const metadata: Readonly<Record<ToolName, ToolMetadata>> = ${literal(all)};\n`,
  ].join('\n');
}

/** Texts for errors name tools and parameters with placeholders; a description names them as the catalogue does. */
function withNames<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(/\{(?:tool|param):([\w.-]+)(?:=([^{}]*))?\}/g, nameOf));
}

function nameOf(_: string, name: string, value?: string): string {
  return value === undefined ? name : `${name}: ${value}`;
}

/** The whole of a tool's file, as `docs_get`, `vscb show` and `tool_describe` show it. */
function metadataOf(tool: ToolEntry, { types }: CatalogueSource) {
  const {
    file: _,
    handler: __,
    params: ___,
    common: ____,
    parameters,
    result,
    llm,
    mcp: _____,
    ...rest
  } = tool;
  const recovery = Object.fromEntries(
    tool.errors.map(({ code, hint }) => [code, llm.error_recovery[code] ?? hint]),
  );
  const examples = Object.entries(parameters).filter(([, { example }]) => example !== undefined);
  return withNames({
    ...rest,
    inputSchema: fullInput(tool, types),
    examples: Object.fromEntries(examples.map(([name, { example }]) => [name, example])),
    result: jsonSchema(result, types),
    llm: { ...llm, error_recovery: recovery },
  });
}

/** `contributes.languageModelTools` of a VS Code extension. */
function languageModelTools({ tools, types }: CatalogueSource) {
  const listed = tools.filter(({ mcp }) => mcp.enabled);
  return listed.map((tool) => ({
    name: `molehill_${tool.name}`,
    displayName: tool.title,
    toolReferenceName: tool.name,
    canBeReferencedInPrompt: tool.tier === 'core',
    userDescription: tool.description,
    modelDescription: `${tool.description} ${tool.llm.when_to_use}`,
    tags: [tool.category, tool.tier],
    ...(tool.when === null ? {} : { when: tool.when }),
    inputSchema: fullInput(tool, types),
  }));
}

function guidesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(0, -'.md'.length), readFileSync(join(folder, file), 'utf8')]),
  );
}

/** Indents by brackets; a line is code or a whole line of JSON, so brackets in strings are balanced or alone. */
function indented(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    const bare = line.trim().replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|\/\*\*.*\*\//g, '');
    const closing = /^[)}\]]+/.exec(bare)?.[0].length ?? 0;
    const at = Math.max(0, depth - (closing > 0 ? 1 : 0));
    const opened = bare.match(/[({[]/g)?.length ?? 0;
    const closed = bare.match(/[)}\]]/g)?.length ?? 0;
    depth += Math.sign(opened - closed);
    return line.trim() === '' ? '' : '  '.repeat(at) + line.trim();
  });
  return lines.join('\n');
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
