import { words } from '../../../word-list.ts';

/** Allowlist of the node kinds of a read. */
const OF_READS = words(`
  SelectStmt CommonTableExpr ResTarget ColumnRef A_Star A_Const A_Expr A_ArrayExpr A_Indices A_Indirection String
  Integer Float Boolean BitString List ParamRef TypeCast TypeName CollateClause FuncCall NamedArgExpr BoolExpr
  NullTest BooleanTest CaseExpr CaseWhen CoalesceExpr MinMaxExpr RowExpr SubLink SQLValueFunction GroupingFunc
  GroupingSet SortBy WindowDef JoinExpr RangeVar RangeSubselect RangeFunction RangeTableSample RangeTableFunc
  RangeTableFuncCol ColumnDef XmlExpr XmlSerialize JsonValueExpr JsonFormat JsonReturning JsonOutput JsonArgument
  JsonBehavior JsonFuncExpr JsonIsPredicate JsonKeyValue JsonParseExpr JsonScalarExpr JsonSerializeExpr
  JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonAggConstructor JsonObjectAgg JsonArrayAgg
  JsonTable JsonTableColumn JsonTablePathSpec`);

/** Node kinds that are also allowed when a change is only planned. */
const OF_PLANNED_CHANGES = words(`
  InsertStmt UpdateStmt DeleteStmt MergeStmt CreateTableAsStmt DeclareCursorStmt SetToDefault MultiAssignRef
  MergeWhenClause IndexElem CurrentOfExpr ReturningOption MergeSupportFunc LockingClause DefElem`);

const NAMES: ReadonlyMap<string, string> = new Map([
  ['VariableSetStmt', 'SET'],
  ['TransactionStmt', 'transaction control'],
  ['CheckPointStmt', 'CHECKPOINT'],
  ['ConstraintsSetStmt', 'SET CONSTRAINTS'],
  ['CreateTableAsStmt', 'CREATE TABLE AS'],
  ['CreateStmt', 'CREATE TABLE'],
  ['IndexStmt', 'CREATE INDEX'],
  ['ViewStmt', 'CREATE VIEW'],
  ['RuleStmt', 'CREATE RULE'],
  ['SecLabelStmt', 'SECURITY LABEL'],
  ['RefreshMatViewStmt', 'REFRESH MATERIALIZED VIEW'],
  ['ClosePortalStmt', 'CLOSE'],
]);

export function isAllowed(kind: string, planOnly: boolean): boolean {
  return OF_READS.has(kind) || (planOnly && OF_PLANNED_CHANGES.has(kind));
}

/** `AlterRoleStmt` → `ALTER ROLE`. */
export function statementName(kind: string): string {
  const known = NAMES.get(kind);
  if (known !== undefined) return known;
  return kind
    .replace(/Stmt$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase();
}
