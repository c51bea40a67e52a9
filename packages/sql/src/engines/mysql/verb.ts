/** Statements whose rows may be left unread: stopping them changes nothing. */
const READS = new Set(['SELECT', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'VALUES', 'TABLE', 'HELP']);

/** Statements after which resetting the session leaves nothing behind. */
const RESETTABLE = new Set([
  ...READS,
  ...['WITH', 'INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'TRUNCATE', 'CREATE', 'ALTER', 'DROP', 'RENAME'],
  ...['CALL', 'DO', 'SET', 'ANALYZE', 'OPTIMIZE', 'GRANT', 'REVOKE'],
]);

const SKIPPED = /^(?:[\s(;]+|#[^\n]*|--(?:\s[^\n]*)?(?=\n|$)|\/\*(?!M?!)[\s\S]*?\*\/)+/;

export function firstWord(sql: string): string {
  return /^[A-Za-z]+/.exec(sql.replace(SKIPPED, ''))?.[0].toUpperCase() ?? '';
}

export function mayBeLeftUnread(sql: string): boolean {
  return READS.has(firstWord(sql));
}

export function isResettable(sql: string): boolean {
  return RESETTABLE.has(firstWord(sql));
}
