import { type DsnFields, splitDsn } from 'dbmole-mcp/dsn';

export type SplitAddress =
  | { readonly fields: DsnFields }
  | { readonly problem: string; readonly engine?: string };

/** An address as frameworks write it: also JDBC's, SQLAlchemy's and Prisma's. Nothing of it is repeated in a problem. */
export function splitAddress(written: string): SplitAddress {
  const text = written.trim().replace(/^(jdbc|r2dbc(:pool)?):/i, '');
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return splitDsn(text.includes('/') ? text : `./${text}`);
  if (/^sqlite3?(\+|$)/.test(scheme) || scheme === 'file')
    return splitDsn(text.replace(/^sqlite\+\w+:/i, 'sqlite:'));
  const split = splitDsn(withSlashes(text));
  return 'problem' in split ? explain(split.problem, scheme) : split;
}

/** `jdbc:postgresql:name` is a database on this machine. */
function withSlashes(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]+):(?!\/\/)/i, '$1://localhost/');
}

function explain(problem: string, scheme: string): SplitAddress {
  if (scheme.startsWith('prisma'))
    return {
      engine: scheme,
      problem: 'is an address of Prisma’s own service, behind which no engine can be reached',
    };
  const spoken = /^(postgres|mysql|mariadb)/.test(scheme);
  return spoken
    ? { problem }
    : { engine: scheme, problem: `is an address of ${scheme}, which is not spoken here` };
}
