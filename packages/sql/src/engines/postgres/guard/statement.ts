import { isRecord } from '@molehill/core/record';
import {
  type Dependencies,
  dependingOn,
  type ObjectName,
  PLANS,
  READS,
  type Refusal,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { NOTHING_TO_RUN, refuseText, SEVERAL_STATEMENTS, SYNTAX } from '../../../guard/text.ts';
import { describePosition } from '../../shared/position.ts';
import { parameterHint } from '../params.ts';
import { READS_TYPED_TEXT, reasonToRefuse, sqlTextArguments } from './functions.ts';
import { isAllowed, statementName } from './nodes.ts';
import { parse } from './parser.ts';
import {
  type Entry,
  entries,
  isKind,
  listOf,
  literalText,
  type Node,
  nameOf,
  stringsOf,
  unwrap,
} from './tree.ts';
import { impliedOperators, UsedValues } from './values.ts';

/** The state while one statement is judged. */
interface JudgeState {
  readonly planOnly: boolean;
  readonly dependsOn: { readonly [K in Named]: Dependencies[K][number][] };
  /** Literals that the statement would run as SQL. */
  readonly texts: string[];
  readonly values: UsedValues;
}

type Named = Exclude<keyof Dependencies, 'columns' | 'planned'>;

export async function judgeText(sql: string): Promise<Verdict> {
  const refusal = refuseText(sql);
  if (refusal) return refusal;
  const parsed = await parse(sql);
  if ('error' in parsed) return refuseSyntax(sql, parsed.error, parsed.position);
  if (parsed.statements.length === 0) return NOTHING_TO_RUN;
  return parsed.statements.length === 1 ? judgeStatement(parsed.statements[0]) : SEVERAL_STATEMENTS;
}

function refuseSyntax(sql: string, error: string, position = 0): Refusal {
  const place = position > 0 ? ` (${describePosition(sql, position)})` : '';
  const hint = parameterHint(sql);
  return { ...refuse(SYNTAX, `${error}${place}`), ...(hint === undefined ? {} : { hint }) };
}

async function judgeStatement(statement: unknown): Promise<Verdict> {
  const top = unwrap(statement);
  if (top?.kind === 'VariableShowStmt') return READS;
  if (top?.kind === 'ExplainStmt') return judgeExplain(top.body);
  if (top?.kind === 'SelectStmt') return judgeTree(statement, false);
  return refuse('statement', `${statementName(top?.kind ?? 'this statement')} is not a read`);
}

async function judgeExplain(explain: Node): Promise<Verdict> {
  const planned = unwrap(explain.query);
  if (!isAnalyze(explain)) return judgeTree(explain.query, true);
  if (planned?.kind === 'SelectStmt') return judgeTree(explain.query, false);
  return refuse('explain-analyze', `EXPLAIN ANALYZE runs the ${statementName(planned?.kind ?? 'statement')}`);
}

/** The last ANALYZE option counts. Every value but a clear "off" counts as on. */
function isAnalyze(explain: Node): boolean {
  const analyze = listOf(explain.options)
    .map((option) => unwrap(option)?.body)
    .filter((option) => String(option?.defname).toLowerCase() === 'analyze')
    .at(-1);
  return analyze !== undefined && !isOff(analyze.arg);
}

function isOff(argument: unknown): boolean {
  const value = unwrap(argument);
  if (value?.kind === 'Integer') return (value.body.ival ?? 0) === 0;
  if (value?.kind === 'Boolean') return (value.body.boolval ?? false) === false;
  return value?.kind === 'String' && ['off', 'false'].includes(String(value.body.sval).toLowerCase());
}

async function judgeTree(statement: unknown, planOnly: boolean): Promise<Verdict> {
  const dependsOn = { functions: [], relations: [], operators: [], types: [], fields: [] };
  const state: JudgeState = { planOnly, dependsOn, texts: [], values: new UsedValues() };
  for (const entry of entries(statement)) {
    const refusal = refuseEntry(entry, state);
    if (refusal) return refusal;
    state.values.see(entry);
  }
  const nested: (Dependencies | undefined)[] = [];
  for (const text of state.texts) {
    const verdict = await judgeText(text);
    if (!verdict.reads)
      return refuse(verdict.rule, `in the text that would be run as SQL: ${verdict.reason}`);
    nested.push(verdict.dependsOn);
  }
  const columns = { columns: state.values.columns() };
  return dependingOn(planOnly ? PLANS : READS, dependsOn, columns, ...nested);
}

function refuseEntry({ key, value }: Entry, state: JudgeState): Refusal | undefined {
  if (isKind(key)) return refuseKind(key, state) ?? refuseNode(key, value, state);
  if (key === 'typeName') addType(value, state);
  if (key === 'operName' || key === 'useOp') addOperator(value, state);
  if (key === 'relation' && isRecord(value)) addRelation(value, state);
  if (state.planOnly) return undefined;
  if (key === 'intoClause') return refuse('select-into', 'SELECT INTO creates a table');
  if (key === 'lockingClause')
    return refuse('row-lock', 'a locking clause (FOR UPDATE, FOR SHARE …) locks rows');
  return undefined;
}

function refuseKind(kind: string, { planOnly }: JudgeState): Refusal | undefined {
  if (isAllowed(kind, planOnly)) return undefined;
  if (kind.endsWith('Stmt')) return refuse('statement', `${statementName(kind)} is not a read`);
  return refuse('not-understood', `${kind} is not known to be part of a read`);
}

function refuseNode(kind: string, value: unknown, state: JudgeState): Refusal | undefined {
  if (!isRecord(value)) return refuse('not-understood', `${kind} has no body`);
  const { dependsOn } = state;
  if (kind === 'FuncCall') return refuseCall(value, state);
  if (kind === 'RangeVar') addRelation(value, state);
  if (kind === 'A_Expr') addOperator(value.name, state);
  if (kind === 'TypeName') addType(value, state);
  if (kind === 'ColumnRef') dependsOn.fields.push(...stringsOf(value.fields).slice(1));
  if (kind === 'A_Indirection') return refuseFields(stringsOf(value.indirection), state);
  if (kind === 'SQLValueFunction' && /USER|ROLE/.test(String(value.op)))
    dependsOn.functions.push({ name: 'current_user', argumentCount: 0 });
  dependsOn.operators.push(...impliedOperators(kind, value).map((name) => ({ name })));
  return undefined;
}

function refuseCall(call: Node, state: JudgeState): Refusal | undefined {
  const name = nameOf(call.funcname);
  if (name === undefined) return refuse('not-understood', 'a function is called without a name');
  const reason = reasonToRefuse(name, state.planOnly);
  if (reason !== undefined) return refuse('function', `${name.name}() ${reason}`);
  const args = listOf(call.args);
  // A VARIADIC array contains many arguments, and WITHIN GROUP adds its own.
  const isCountable = call.func_variadic !== true && call.agg_within_group !== true;
  state.dependsOn.functions.push(isCountable ? { ...name, argumentCount: args.length } : name);
  // `type(value)` converts the value where no function has that name.
  if (args.length === 1) state.dependsOn.types.push(name);
  if (READS_TYPED_TEXT.has(name.name)) return addTypeText(name, args[1], state);
  return addSqlTexts(name, args, state);
}

/** `(value).name` calls the function `name` where the value has no such column. */
function refuseFields(names: readonly string[], state: JudgeState): Refusal | undefined {
  for (const name of names) {
    const refusal = refuseCall({ funcname: [{ String: { sval: name } }], args: [undefined] }, state);
    if (refusal) return refusal;
    state.dependsOn.fields.push(name);
  }
  return undefined;
}

/** A type that is named in a text must be a literal, with one plain name. */
function addTypeText({ name }: ObjectName, argument: unknown, state: JudgeState): Refusal | undefined {
  const text = literalText(argument)?.replace(/\s*(?:\(.*\)|\[\d*\])/g, '');
  const [, schema, type] = /^\s*(?:(\w+)\.)?(\w[\w ]*?)\s*$/.exec(text ?? '') ?? [];
  if (type === undefined)
    return refuse('function', `${name}() reads a value of a type that is not a plain name`);
  const lower = type.toLowerCase();
  state.dependsOn.types.push(
    schema === undefined ? { name: lower } : { schema: schema.toLowerCase(), name: lower },
  );
  return undefined;
}

/** A function that runs a text as SQL is as harmless as the text, which must therefore be a literal. */
function addSqlTexts(name: ObjectName, args: readonly unknown[], state: JudgeState): Refusal | undefined {
  for (const position of sqlTextArguments(name, args.length)) {
    const text = literalText(args[position]);
    if (text !== undefined) state.texts.push(text);
    else if (!isNumber(args[position])) {
      return refuse('function', `${name.name}() runs a text as SQL, and the text is not a literal`);
    }
  }
  return undefined;
}

function isNumber(node: unknown): boolean {
  const constant = unwrap(node);
  return constant?.kind === 'A_Const' && isRecord(constant.body.ival);
}

function addRelation({ relname: name, schemaname: schema }: Node, { dependsOn }: JudgeState): void {
  if (typeof name === 'string')
    dependsOn.relations.push(typeof schema === 'string' ? { schema, name } : { name });
}

function addOperator(value: unknown, { dependsOn }: JudgeState): void {
  const name = nameOf(value);
  if (name && name.schema !== 'pg_catalog') dependsOn.operators.push(name);
}

function addType(value: unknown, { dependsOn }: JudgeState): void {
  const name = isRecord(value) ? nameOf(value.names) : undefined;
  if (name && name.schema !== 'pg_catalog') dependsOn.types.push(name);
}
