import { isRecord } from '@molehill/core/record';
import { type ObjectName, PLANS, READS, type Refusal, refuse, type Verdict } from '../../../guard/guard.ts';
import { NOTHING_TO_RUN, refuseText, SEVERAL_STATEMENTS } from '../../../guard/text.ts';
import { DependencyList } from './dependencies.ts';
import { reasonToRefuse, sqlTextArguments } from './functions.ts';
import { isUnderstood, kindInWords } from './nodes.ts';
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

/** What is known while one statement is judged. */
interface Case {
  readonly planOnly: boolean;
  readonly dependsOn: DependencyList;
  /** Texts which the statement would run as SQL. */
  readonly texts: string[];
}

export async function judgeText(sql: string): Promise<Verdict> {
  const unfit = refuseText(sql);
  if (unfit) return unfit;
  const parsed = await parse(sql);
  if ('error' in parsed) return refuse('syntax', `it is not understood: ${parsed.error}`);
  if (parsed.statements.length === 0) return NOTHING_TO_RUN;
  return parsed.statements.length === 1 ? judgeStatement(parsed.statements[0]) : SEVERAL_STATEMENTS;
}

async function judgeStatement(statement: unknown): Promise<Verdict> {
  const top = unwrap(statement);
  if (top?.kind === 'VariableShowStmt') return READS;
  if (top?.kind === 'ExplainStmt') return judgeExplain(top.body);
  if (top?.kind === 'SelectStmt') return judgeTree(statement, false);
  return refuse('statement', `${kindInWords(top?.kind ?? 'this statement')} is not a read`);
}

async function judgeExplain(explain: Node): Promise<Verdict> {
  const planned = unwrap(explain.query);
  if (!runsWhatItExplains(explain)) return judgeTree(explain.query, true);
  if (planned?.kind === 'SelectStmt') return judgeTree(explain.query, false);
  return refuse('explain-analyze', `EXPLAIN ANALYZE runs the ${kindInWords(planned?.kind ?? 'statement')}`);
}

/** The last ANALYZE option counts. Whatever is not plainly "off" counts as on. */
function runsWhatItExplains(explain: Node): boolean {
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
  const found: Case = { planOnly, dependsOn: new DependencyList(), texts: [] };
  for (const entry of entries(statement)) {
    const refusal = refuseEntry(entry, found);
    if (refusal) return refusal;
  }
  const refusal = await judgeTexts(found);
  if (refusal) return refusal;
  if (planOnly) return PLANS;
  const dependsOn = found.dependsOn.get();
  return dependsOn ? { reads: true, dependsOn } : READS;
}

function refuseEntry({ key, value }: Entry, found: Case): Refusal | undefined {
  if (isKind(key)) return refuseKind(key, found) ?? refuseNode(key, value, found);
  if (key === 'typeName') noteType(value, found);
  if (key === 'operName' || key === 'useOp') noteOperator(value, found);
  if (found.planOnly) return undefined;
  if (key === 'intoClause') return refuse('select-into', 'SELECT INTO creates a table');
  if (key === 'lockingClause')
    return refuse('row-lock', 'a locking clause (FOR UPDATE, FOR SHARE …) locks rows');
  return undefined;
}

function refuseKind(kind: string, found: Case): Refusal | undefined {
  if (isUnderstood(kind, found.planOnly)) return undefined;
  if (kind.endsWith('Stmt')) return refuse('statement', `${kindInWords(kind)} is not a read`);
  return refuse('not-understood', `${kind} is not known to be part of a read`);
}

function refuseNode(kind: string, value: unknown, found: Case): Refusal | undefined {
  if (!isRecord(value)) return refuse('not-understood', `${kind} has no body`);
  if (kind === 'FuncCall') return refuseCall(value, found);
  if (kind === 'RangeVar') noteRelation(value, found);
  if (kind === 'A_Expr') noteOperator(value.name, found);
  if (kind === 'TypeName') noteType(value, found);
  if (kind === 'ColumnRef') noteFields(stringsOf(value.fields).slice(1), found);
  if (kind === 'A_Indirection') noteFields(stringsOf(value.indirection), found);
  return undefined;
}

function refuseCall(call: Node, found: Case): Refusal | undefined {
  const name = nameOf(call.funcname);
  if (name === undefined) return refuse('not-understood', 'a function is called without a name');
  const reason = reasonToRefuse(name, found);
  if (reason !== undefined) return refuse('function', `${name.name}() ${reason}`);
  const args = listOf(call.args);
  found.dependsOn.addFunction(isCountable(call) ? { ...name, argumentCount: args.length } : name);
  return noteSqlTexts(name, args, found);
}

/** A VARIADIC array stands for many arguments, and WITHIN GROUP adds its own. */
function isCountable(call: Node): boolean {
  return call.func_variadic !== true && call.agg_within_group !== true;
}

/** A function that runs a text is as harmless as the text, which must therefore be a literal. */
function noteSqlTexts(name: ObjectName, args: readonly unknown[], found: Case): Refusal | undefined {
  for (const position of sqlTextArguments(name, args.length)) {
    const text = literalText(args[position]);
    if (text !== undefined) found.texts.push(text);
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

async function judgeTexts({ texts, dependsOn }: Case): Promise<Refusal | undefined> {
  for (const text of texts) {
    const verdict = await judgeText(text);
    if (!verdict.reads)
      return refuse(verdict.rule, `in the text that would be run as SQL: ${verdict.reason}`);
    if (verdict.dependsOn) dependsOn.addAll(verdict.dependsOn);
  }
  return undefined;
}

function noteRelation(relation: Node, { dependsOn }: Case): void {
  const { relname: name, schemaname: schema } = relation;
  if (typeof name !== 'string') return;
  dependsOn.addRelation(typeof schema === 'string' ? { schema, name } : { name });
}

function noteOperator(value: unknown, { dependsOn }: Case): void {
  const name = nameOf(value);
  if (name && name.schema !== 'pg_catalog') dependsOn.addOperator(name);
}

function noteType(value: unknown, { dependsOn }: Case): void {
  const name = isRecord(value) ? nameOf(value.names) : undefined;
  if (name && name.schema !== 'pg_catalog') dependsOn.addType(name);
}

function noteFields(fields: readonly string[], { dependsOn }: Case): void {
  for (const field of fields) dependsOn.addField(field);
}
