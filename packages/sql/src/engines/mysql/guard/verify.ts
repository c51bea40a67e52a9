import {
  type Dependencies,
  type FunctionName,
  type ObjectName,
  READS,
  type RunCatalogueQuery,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { FAMILIAR } from './functions.ts';
import { judgeText } from './judge.ts';
import { judgeRoutine } from './routine.ts';
import { withinSchema } from './schema.ts';

/** Views can reference views, and functions functions; the servers' own limit is lower. */
const DEEPEST_NESTING = 32;

const SYSTEM_SCHEMAS = ['information_schema', 'performance_schema', 'sys'];

/** Looks up the stored functions and views of a statement, and those they reference in turn. */
export async function verifyDependencies(dependsOn: Dependencies, run: RunCatalogueQuery): Promise<Verdict> {
  const visited = new Set<string>();
  let pending: readonly Dependencies[] = [dependsOn];
  for (let depth = 0; pending.length > 0; depth++) {
    if (depth === DEEPEST_NESTING)
      return refuse('not-understood', 'its views and functions are nested too deeply');
    const found = await judgeLevel(pending, visited, run);
    const refusal = found.find((verdict) => !verdict.reads);
    if (refusal) return refusal;
    pending = found.flatMap((verdict) => (verdict.reads && verdict.dependsOn ? [verdict.dependsOn] : []));
  }
  return READS;
}

async function judgeLevel(
  pending: readonly Dependencies[],
  visited: Set<string>,
  run: RunCatalogueQuery,
): Promise<readonly Verdict[]> {
  const isNew = (kind: string, { schema, name }: ObjectName) => {
    const key = JSON.stringify([kind, schema, name]);
    return !visited.has(key) && visited.add(key);
  };
  const functions = pending.flatMap((one) => one.functions).filter((name) => isNew('function', name));
  const relations = pending
    .flatMap((one) => one.relations)
    .filter((name) => !SYSTEM_SCHEMAS.includes(name.schema?.toLowerCase() ?? '') && isNew('relation', name));
  return [...(await judgeFunctions(functions, run)), ...(await judgeViews(relations, run))];
}

const ROUTINES = `SELECT ? AS position, ROUTINE_SCHEMA, SQL_DATA_ACCESS, ROUTINE_DEFINITION FROM information_schema.ROUTINES
WHERE ROUTINE_SCHEMA = COALESCE(?, DATABASE()) AND ROUTINE_NAME = ? AND ROUTINE_TYPE = 'FUNCTION'`;

const VIEWS = `SELECT ? AS position, TABLE_SCHEMA, VIEW_DEFINITION FROM information_schema.VIEWS
WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?`;

/** One round trip for all names. The servers answer a condition on one schema and one name quickly. */
async function queryEach(query: string, names: readonly ObjectName[], run: RunCatalogueQuery) {
  if (names.length === 0) return [];
  const parameters = names.flatMap(({ schema, name }, position) => [position, schema ?? null, name]);
  return run(names.map(() => query).join('\nUNION ALL\n'), parameters);
}

async function judgeFunctions(
  functions: readonly FunctionName[],
  run: RunCatalogueQuery,
): Promise<readonly Verdict[]> {
  const rows = await queryEach(ROUTINES, functions, run);
  return functions.flatMap((called, position) => {
    const found = rows.filter(([at]) => Number(at) === position);
    if (found.length === 0) return [judgeMissing(called)];
    return found.map(([, schema, access, body]) => judgeRoutine(String(schema), called.name, access, body));
  });
}

/** Not a stored function: either native in this server, or a loadable one, which can do anything. */
function judgeMissing({ name }: FunctionName): Verdict {
  if (FAMILIAR.has(name.toUpperCase())) return READS;
  return refuse('unknown-function', `${name}() is neither a known built-in function nor a stored function`);
}

/** A definition that the role may not read is allowed: the server checks the privileges of the same role. */
async function judgeViews(
  relations: readonly ObjectName[],
  run: RunCatalogueQuery,
): Promise<readonly Verdict[]> {
  const rows = await queryEach(VIEWS, relations, run);
  return rows.map(([position, schema, definition]) => {
    const verdict = typeof definition === 'string' && definition !== '' ? judgeText(definition) : READS;
    if (verdict.reads) return withinSchema(verdict, String(schema));
    return refuse(verdict.rule, `the view ${relations[Number(position)]?.name}: ${verdict.reason}`);
  });
}
