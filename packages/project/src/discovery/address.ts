import { type DsnFields, splitDsn } from 'dbmole-mcp/src/dsn.ts';

export type SplitAddress =
  | { readonly fields: DsnFields }
  | { readonly problem: string; readonly engine?: string };

/** A URL as frameworks write it, including JDBC, SQLAlchemy and Prisma. Problems do not quote it: it may contain a password. */
export function splitAddress(written: string): SplitAddress {
  const text = written.trim().replace(/^(jdbc|r2dbc(:pool)?):/i, '');
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return splitDsn(text.includes('/') ? text : `./${text}`);
  if (/^sqlite3?(\+|$)/.test(scheme) || scheme === 'file')
    return splitDsn(text.replace(/^sqlite\+\w+:/i, 'sqlite:'));
  const split = splitDsn(withSlashes(text));
  return 'problem' in split ? explain(split.problem, scheme) : split;
}

/** `jdbc:postgresql:name` is a local database. */
function withSlashes(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]+):(?!\/\/)/i, '$1://localhost/');
}

function explain(problem: string, scheme: string): SplitAddress {
  if (scheme.startsWith('prisma'))
    return {
      engine: scheme,
      problem: 'belongs to a Prisma service, which cannot be queried directly',
    };
  const supported = /^(postgres|mysql|mariadb)/.test(scheme);
  return supported ? { problem } : { engine: scheme, problem: `is for ${scheme}, which is not supported` };
}
