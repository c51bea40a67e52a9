import {
  type Ask,
  type Dependencies,
  type FunctionName,
  type ObjectName,
  READS,
  type Refusal,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { isSometimesNative } from './functions.ts';
import { judgeText } from './judge.ts';
import { judgeRoutine } from './routine.ts';

/** Views may lie on views, functions on functions; the servers themselves stop earlier. */
const MOST_LOOKS = 32;

/** They come with the server, and their views are the reason why a reader is there. */
const SYSTEM_SCHEMAS = ['information_schema', 'performance_schema', 'mysql', 'sys'];

/** Looks up the stored functions and the views a statement names, and what those name in turn. */
export async function verifyDependencies(dependsOn: Dependencies, ask: Ask): Promise<Verdict> {
  const known = new Set<string>();
  let open: readonly Dependencies[] = [dependsOn];
  for (let look = 0; open.length > 0; look++) {
    if (look === MOST_LOOKS) return refuse('not-understood', 'its views and functions are nested too deeply');
    const found = await lookUp(open, known, ask);
    const refusal = found.find((verdict) => !verdict.reads);
    if (refusal) return refusal;
    open = found.flatMap((verdict) => (verdict.reads && verdict.dependsOn ? [verdict.dependsOn] : []));
  }
  return READS;
}

async function lookUp(
  open: readonly Dependencies[],
  known: Set<string>,
  ask: Ask,
): Promise<readonly Verdict[]> {
  const functions = open.flatMap((one) => one.functions).filter((name) => isNew('function', name, known));
  const relations = open
    .flatMap((one) => one.relations)
    .filter((name) => !isOfSystem(name) && isNew('relation', name, known));
  return [...(await judgeFunctions(functions, ask)), ...(await judgeViews(relations, ask))];
}

function isNew(kind: string, { schema, name }: ObjectName, known: Set<string>): boolean {
  const key = JSON.stringify([kind, schema, name]);
  if (known.has(key)) return false;
  known.add(key);
  return true;
}

function isOfSystem({ schema }: ObjectName): boolean {
  return schema !== undefined && SYSTEM_SCHEMAS.includes(schema.toLowerCase());
}

const ROUTINES = `SELECT ? AS position, ROUTINE_SCHEMA, SQL_DATA_ACCESS, ROUTINE_DEFINITION FROM information_schema.ROUTINES
WHERE ROUTINE_SCHEMA = COALESCE(?, DATABASE()) AND ROUTINE_NAME = ? AND ROUTINE_TYPE = 'FUNCTION'`;

const VIEWS = `SELECT ? AS position, VIEW_DEFINITION FROM information_schema.VIEWS
WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?`;

/** One round trip for all names. A condition on one schema and one name is what the servers answer quickly. */
async function askForAll(query: string, names: readonly ObjectName[], ask: Ask) {
  if (names.length === 0) return [];
  const parameters = names.flatMap(({ schema, name }, position) => [position, schema ?? null, name]);
  return ask(names.map(() => query).join('\nUNION ALL\n'), parameters);
}

async function judgeFunctions(functions: readonly FunctionName[], ask: Ask): Promise<readonly Verdict[]> {
  const rows = await askForAll(ROUTINES, functions, ask);
  return functions.map((name, position) => {
    const row = rows.find(([at]) => Number(at) === position);
    return row ? judgeRow(name, row) : judgeUnfound(name);
  });
}

function judgeRow({ name }: FunctionName, [, schema, access, body]: readonly unknown[]): Verdict {
  return judgeRoutine({
    name,
    schema: String(schema),
    access: String(access),
    body: typeof body === 'string' ? body : undefined,
  });
}

/** Not a stored function: native in this server, or a loaded one, which can do anything. */
function judgeUnfound({ schema, name }: FunctionName): Verdict | Refusal {
  if (schema === undefined && isSometimesNative(name)) return READS;
  return refuse(
    'unknown-function',
    `${name}() is neither a function of the server known to be harmless nor a stored function`,
  );
}

/** A definition the role may not see is left to the server, which judges the same role's rights. */
async function judgeViews(relations: readonly ObjectName[], ask: Ask): Promise<readonly Verdict[]> {
  const rows = await askForAll(VIEWS, relations, ask);
  return rows.map(([position, definition]) => {
    const verdict = typeof definition === 'string' && definition !== '' ? judgeText(definition) : READS;
    if (verdict.reads) return verdict;
    return refuse(verdict.rule, `the view ${relations[Number(position)]?.name}: ${verdict.reason}`);
  });
}
