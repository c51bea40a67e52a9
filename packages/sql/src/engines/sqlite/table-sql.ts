import { isWord, nameOf, type Token, tokenize } from './lexer.ts';

/** What the text of a table says and no pragma tells. */
export interface TableSql {
  readonly checks: readonly { readonly name: string; readonly definition: string }[];
  /** Expressions of generated columns by the lower-case name of the column. */
  readonly generated: ReadonlyMap<string, string>;
  /** Names of the foreign keys in the order they are declared; nothing where one has none. */
  readonly foreignKeys: readonly (string | undefined)[];
}

const NOTHING: TableSql = { checks: [], generated: new Map(), foreignKeys: [] };

/** Reads a CREATE TABLE as SQLite stored it. A virtual table's arguments are its module's business. */
export function readTableSql(sql: string | undefined): TableSql {
  if (sql === undefined) return NOTHING;
  const tokens = [...tokenize(sql)];
  if (isWord(tokens[1], 'VIRTUAL')) return NOTHING;
  const definitions = splitDefinitions(tokens);
  const checks = definitions.flatMap((definition) => readChecks(sql, definition));
  return {
    checks: checks.map(({ name, definition }, index) => ({ name: name ?? `check ${index + 1}`, definition })),
    generated: new Map(definitions.flatMap((definition) => readGenerated(sql, definition))),
    foreignKeys: definitions.flatMap(readReferences),
  };
}

/** The parts between the outer parentheses, cut at the commas between them. */
function splitDefinitions(tokens: readonly Token[]): Token[][] {
  const definitions: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === ')') depth--;
    if (depth === 1 && token.text === ',') definitions.push([]);
    else if (depth > 0) definitions.at(-1)?.push(token);
    if (token.text === '(') depth++;
    if (depth === 0 && token.text === ')') break;
  }
  return definitions;
}

function readChecks(sql: string, definition: readonly Token[]) {
  return outermost(definition)
    .filter(({ token }) => isWord(token, 'CHECK'))
    .map(({ at }) => ({
      name: constraintName(definition, at),
      definition: parenthesised(sql, definition, at + 1),
    }));
}

function readGenerated(sql: string, definition: readonly Token[]): [string, string][] {
  const as = outermost(definition).find(
    ({ token, at }) => isWord(token, 'AS') && definition[at + 1]?.text === '(',
  );
  const [column] = definition;
  return as && column ? [[nameOf(column).toLowerCase(), parenthesised(sql, definition, as.at + 1)]] : [];
}

/** A foreign key of a column has its name right before, one of the table before FOREIGN KEY. */
function readReferences(definition: readonly Token[]): (string | undefined)[] {
  const words = outermost(definition);
  return words
    .filter(({ token }) => isWord(token, 'REFERENCES'))
    .map(({ at }) => {
      const foreign = words.find(({ token }) => isWord(token, 'FOREIGN'));
      return constraintName(definition, foreign?.at ?? at);
    });
}

/** Tokens that are inside no further parentheses, with their place. */
function outermost(definition: readonly Token[]): { readonly token: Token; readonly at: number }[] {
  let depth = 0;
  return definition.flatMap((token, at) => {
    if (token.text === ')') depth--;
    const outer = depth === 0 ? [{ token, at }] : [];
    if (token.text === '(') depth++;
    return outer;
  });
}

function constraintName(definition: readonly Token[], at: number): string | undefined {
  const name = definition[at - 1];
  return name && isWord(definition[at - 2], 'CONSTRAINT') ? nameOf(name) : undefined;
}

/** The text from an opening parenthesis to the one that closes it. */
function parenthesised(sql: string, definition: readonly Token[], open: number): string {
  let depth = 0;
  for (const token of definition.slice(open)) {
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    if (depth === 0) return sql.slice(definition[open]?.start, token.end);
  }
  return sql.slice(definition[open]?.start, definition.at(-1)?.end);
}
