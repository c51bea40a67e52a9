import { afterParentheses, isSymbol, isWord, nameOf, type Token, tokenize } from './lexer.ts';

/** Parts of a table's definition that no pragma returns. */
export interface TableSql {
  readonly checks: { readonly name: string; readonly definition: string }[];
  /** Expressions of generated columns by the lower-case name of the column. */
  readonly generated: Map<string, string>;
  /** Names of the foreign keys in the order they are declared; undefined where one has none. */
  readonly foreignKeys: (string | undefined)[];
}

/** Reads a CREATE TABLE as SQLite stored it. Only its module can read the arguments of a virtual table. */
export function readTableSql(sql = ''): TableSql {
  const table: TableSql = { checks: [], generated: new Map(), foreignKeys: [] };
  const tokens = tokenize(sql);
  const open = tokens.findIndex((token) => isSymbol(token, '('));
  if (open < 0 || isWord(tokens[1], 'VIRTUAL')) return table;
  const end = afterParentheses(tokens, open) - 1;
  for (let start = open + 1; start < end; ) start = readDefinition(table, sql, tokens, start, end) + 1;
  return table;
}

/** Reads one column or table constraint. Returns the position of the comma after it. */
function readDefinition(table: TableSql, sql: string, tokens: readonly Token[], start: number, end: number) {
  let at = start;
  // The name of a key precedes FOREIGN KEY in a table constraint and REFERENCES in a column.
  const foreignKey = [start, start + 2].find((position) => isWord(tokens[position], 'FOREIGN'));
  while (at < end && !isSymbol(tokens[at], ',')) {
    const next = isSymbol(tokens[at + 1], '(') ? afterParentheses(tokens, at + 1) : at + 1;
    const expression = sql.slice(tokens[at + 1]?.start, tokens[next - 1]?.end);
    if (isWord(tokens[at], 'CHECK')) {
      const name = constraintName(tokens, at) ?? `check ${table.checks.length + 1}`;
      table.checks.push({ name, definition: expression });
    }
    if (isWord(tokens[at], 'AS') && next > at + 1)
      table.generated.set(nameOf(tokens[start])?.toLowerCase() ?? '', expression);
    if (isWord(tokens[at], 'REFERENCES')) table.foreignKeys.push(constraintName(tokens, foreignKey ?? at));
    at = next;
  }
  return at;
}

function constraintName(tokens: readonly Token[], at: number): string | undefined {
  return isWord(tokens[at - 2], 'CONSTRAINT') ? nameOf(tokens[at - 1]) : undefined;
}
