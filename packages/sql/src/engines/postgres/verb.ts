/** Statements whose rows can be fetched in portions, and which may run inside a transaction block. */
const STREAMED = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'VALUES', 'TABLE', 'WITH']);

const SKIPPED = /(?:[\s(;]+|--[^\n]*)/y;

/** The end of a comment, which may hold others. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (const { 0: mark, index } of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1;
    if (depth === 0) return start + index + mark.length;
  }
  return sql.length;
}

/** Where the first word begins, behind blanks, comments and opening parentheses. */
function skipToWord(sql: string): number {
  let at = 0;
  for (;;) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(sql)?.[0].length ?? 0;
    at += skipped;
    if (sql.startsWith('/*', at)) at = endOfComment(sql, at);
    else if (skipped === 0) return at;
  }
}

export function firstWord(sql: string): string {
  return /^[A-Za-z]+/.exec(sql.slice(skipToWord(sql)))?.[0].toUpperCase() ?? '';
}

/**
 * Only decides how a statement is sent, never whether: what is taken for another kind fails in the server, or comes
 * whole instead of in portions.
 */
export function isStreamed(sql: string): boolean {
  return STREAMED.has(firstWord(sql));
}
