import { ConnectionDefinitions } from 'dbmole-mcp/definitions';
import type { Engine } from 'dbmole-mcp/engines';
import { builtInEngines } from 'dbmole-mcp/engines/registry';

export const definitions = new ConnectionDefinitions(builtInEngines);

/** Undefined for an engine that is not supported. Accepts `django.db.backends.sqlite3` and `mysql+pymysql`. */
export function engineNamed(name: string): Engine | undefined {
  return builtInEngines.named(name.toLowerCase().split('.').at(-1)?.replace(/\+.*$/, '') ?? '');
}

/** The engine whose default port this is, for a definition that names no engine. */
export function engineOnPort(port: unknown): Engine | undefined {
  return builtInEngines.engines.find(({ defaultPort }) => defaultPort === Number(port));
}

/** The engine whose databases are files. */
export function fileEngine(): Engine | undefined {
  return builtInEngines.engines.find(isFileEngine);
}

export function isFileEngine({ schema }: Engine): boolean {
  return 'file' in schema.shape;
}
