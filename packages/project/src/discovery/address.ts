import type { DsnFields } from 'dbmole-mcp/engines';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { isFileEngine } from './engines.ts';

export type ParsedAddress =
  | { readonly fields: DsnFields }
  | { readonly problem: string; readonly engine?: string };

/** Parses a DSN as frameworks write it: also JDBC's, SQLAlchemy's and Prisma's. A problem never quotes it. */
export function parseAddress(written: string): ParsedAddress {
  const text = written.trim().replace(/^(jdbc|r2dbc(:pool)?):/i, '');
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return builtInEngines.parseDsn(text.includes('/') ? text : `./${text}`);
  const engine = builtInEngines.ofDsn(text);
  if (engine && isFileEngine(engine)) return builtInEngines.parseDsn(text);
  const parsed = builtInEngines.parseDsn(withSlashes(text));
  return 'problem' in parsed ? explain(parsed.problem, scheme, engine !== undefined) : parsed;
}

/** `jdbc:postgresql:name` is a local database. */
function withSlashes(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]+):(?!\/\/)/i, '$1://localhost/');
}

function explain(problem: string, scheme: string, isKnown: boolean): ParsedAddress {
  if (scheme.startsWith('prisma'))
    return {
      engine: scheme,
      problem: 'is an address of Prisma’s own service, behind which no engine can be reached',
    };
  return isKnown
    ? { problem }
    : { engine: scheme, problem: `is an address of ${scheme}, which is not spoken here` };
}
