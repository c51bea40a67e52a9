import { dirname, posix } from 'node:path';
import type { Draft } from '../found.ts';
import { at, computed, type Literal } from '../literal/literal.ts';
import { lineAt } from '../project-files.ts';
import type { Variables } from '../variables.ts';
import { readConfigFile, readJson } from './config-file.ts';
import type { SourceContext } from './source.ts';

const CONFIG = /^(prisma\d*\.config)\.[cm]?[jt]s$/;
const DEFAULT_SCHEMAS = ['prisma/schema.prisma', 'prisma/schema', 'schema.prisma'];
const DATASOURCE = /^[ \t]*datasource[ \t]+(\w+)[ \t]*\{([^}]*)\}/m;

/** The `datasource` of the schema. Since version 7 its URL is in `prisma.config.*`. */
export async function readPrisma(context: SourceContext): Promise<readonly Draft[]> {
  const modules = (await context.files.list('')).flatMap(({ name }) => CONFIG.exec(name)?.[1] ?? []);
  const config = await readConfigFile(context, modules);
  const draft = await readSchema(context, at(config?.value, 'schema'));
  if (draft && draft.address !== undefined) return [draft];
  const address = at(config?.value, 'datasource', 'url');
  if (config === undefined || address === undefined) return draft ? [draft] : [];
  return [{ ...config.place, key: 'datasource.url', engine: draft?.engine, address, folder: '' }];
}

/** A schema is a file or a folder of files. */
async function readSchema(context: SourceContext, configured: Literal): Promise<Draft | undefined> {
  const inPackage = at(await readJson(context, 'package.json'), 'prisma', 'schema');
  const named = [configured, inPackage].filter((path) => typeof path === 'string').map(posix.normalize);
  for (const path of [...named, ...DEFAULT_SCHEMAS]) {
    const inside = (await context.files.list(path)).map(({ name }) => `${path}/${name}`);
    for (const file of [path, ...inside].filter((name) => name.endsWith('.prisma'))) {
      const text = (await context.files.read(file)) ?? '';
      const found = DATASOURCE.exec(text);
      if (found) return draftOf(file, lineAt(text, found.index), found, context.variables);
    }
  }
  return undefined;
}

function draftOf(file: string, line: number, found: RegExpExecArray, variables: Variables): Draft {
  const [, name, body = ''] = found;
  const url = settingOf(body, 'url', variables);
  return {
    file,
    line,
    key: `datasource ${name}`,
    engine: settingOf(body, 'provider', variables),
    address: url,
    folder: dirname(file),
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
