import { dirname, posix } from 'node:path';
import type { Draft } from '../found.ts';
import { at, computed, type Literal } from '../literal/literal.ts';
import { lineAt } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import { readJson, readScript } from './config-file.ts';
import type { SourceContext } from './source.ts';

const CONFIG = /^prisma\d*\.config\.[cm]?[jt]s$/;
const USUAL = ['prisma/schema.prisma', 'prisma/schema', 'schema.prisma'];
const DATASOURCE = /^[ \t]*datasource[ \t]+(\w+)[ \t]*\{([^}]*)\}/m;

interface Config {
  readonly file: string;
  readonly line: number | undefined;
  readonly schema: Literal;
  readonly url: Literal;
}

/** The `datasource` of the schema. Since version 7 its URL is in `prisma.config.*`. */
export async function readPrisma(context: SourceContext): Promise<readonly Draft[]> {
  const config = await readConfig(context);
  const schema = await readSchema(context, config?.schema);
  const draft = schema && schemaDraft(schema, context.variables);
  if (draft && draft.address !== undefined) return [draft];
  if (config === undefined || config.url === undefined) return draft ? [draft] : [];
  const { file, line, url } = config;
  return [{ file, line, key: 'datasource.url', engine: draft?.engine, address: url, folder: '' }];
}

async function readConfig(context: SourceContext): Promise<Config | undefined> {
  const names = (await context.files.list('')).map(({ name }) => name);
  const script = await readScript(
    context,
    names.filter((name) => CONFIG.test(name)),
  );
  const exported = script?.module.defaultExport;
  if (!exported) return undefined;
  const { value, line } = exported;
  return { file: script.path, line, schema: at(value, 'schema'), url: at(value, 'datasource', 'url') };
}

interface Schema {
  readonly path: string;
  readonly text: string;
}

async function readSchema(context: SourceContext, configured: Literal): Promise<Schema | undefined> {
  const named = [configured, at(await readJson(context, 'package.json'), 'prisma', 'schema')].filter(
    (path) => typeof path === 'string',
  );
  for (const path of [...named.map((name) => posix.normalize(name)), ...USUAL]) {
    const found = (await schemaAt(context, path)) ?? (await schemaInside(context, path));
    if (found) return found;
  }
  return undefined;
}

async function schemaAt({ files }: SourceContext, path: string): Promise<Schema | undefined> {
  const text = path.endsWith('.prisma') ? await files.read(path) : undefined;
  return text !== undefined && DATASOURCE.test(text) ? { path, text } : undefined;
}

/** A schema may be a folder of several files. */
async function schemaInside(context: SourceContext, folder: string): Promise<Schema | undefined> {
  for (const { name } of await context.files.list(folder)) {
    const found = await schemaAt(context, `${folder}/${name}`);
    if (found) return found;
  }
  return undefined;
}

function schemaDraft({ path, text }: Schema, variables: Variables): Draft | undefined {
  const found = DATASOURCE.exec(text);
  if (!found) return undefined;
  const [, name, body = ''] = found;
  const url = settingOf(body, 'url', variables);
  return {
    file: path,
    line: lineAt(text, found.index),
    key: `datasource ${name}`,
    engine: settingOf(body, 'provider', variables),
    address: url,
    folder: dirname(path),
    problems: url === undefined ? ['the schema has no URL'] : [],
  };
}

/** `name = "text"` or `name = env("VARIABLE")`. */
function settingOf(body: string, name: string, variables: Variables): Literal {
  const line = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(.*)$`, 'm').exec(body)?.[1]?.trim();
  if (line === undefined) return undefined;
  const variable = /^env\(\s*"([^"]+)"\s*\)/.exec(line)?.[1];
  if (variable !== undefined) return variables.get(variable);
  const text = /^"((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
  return text === undefined ? computed : text.replace(/\\(.)/g, '$1');
}
