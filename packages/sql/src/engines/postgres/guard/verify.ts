import {
  type Dependencies,
  type ObjectName,
  READS,
  type Refusal,
  type RunCatalogueQuery,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { CATALOGUE_QUERY, SUSPICION_QUERY } from './catalogue-query.ts';
import {
  isHarmlessBuiltIn,
  isHarmlessOfExtension,
  REFUSED_THOUGH_STABLE,
  reasonToRefuse,
} from './functions.ts';

/** Looks for volatile functions that the statement would run, directly or through views. */
export async function verifyDependencies(dependsOn: Dependencies, run: RunCatalogueQuery): Promise<Verdict> {
  if (!(await isSuspicious(dependsOn, run))) return READS;
  const rows = await run(CATALOGUE_QUERY, [
    JSON.stringify(dependsOn.relations),
    JSON.stringify(dependsOn.functions),
    JSON.stringify(dependsOn.operators),
    JSON.stringify(dependsOn.types),
    arrayOf(dependsOn.fields),
    arrayOf(REFUSED_THOUGH_STABLE),
  ]);
  return rows.map(refuseRow).find((refusal) => refusal !== undefined) ?? READS;
}

async function isSuspicious(dependsOn: Dependencies, run: RunCatalogueQuery): Promise<boolean> {
  const functions = namesOf(dependsOn.functions);
  const lists = [
    namesOf(dependsOn.relations),
    [...functions, ...dependsOn.fields],
    functions.filter((name) => !isHarmlessBuiltIn(name)),
    namesOf(dependsOn.operators),
    namesOf(dependsOn.types),
    REFUSED_THOUGH_STABLE,
  ];
  const [row] = await run(SUSPICION_QUERY, lists.map(arrayOf));
  return row?.[0] !== false;
}

function namesOf(objects: readonly ObjectName[]): readonly string[] {
  return objects.map(({ name }) => name);
}

/** An array literal: as a text parameter it needs no type from the driver. */
function arrayOf(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** A row of CATALOGUE_QUERY. */
function refuseRow([what, schema, name, extension, builtIn, via]: readonly unknown[]): Refusal | undefined {
  if (what !== 'function')
    return refuse('foreign-program', `reading ${schema}.${name} runs a program on the server`);
  const owner = builtIn === true ? 'server' : typeof extension === 'string' ? 'extension' : 'user';
  const reason = reasonAgainst({ schema: String(schema), name: String(name) }, owner);
  if (reason === undefined) return undefined;
  const call = `${schema}.${name}()`;
  return refuse(
    'volatile-function',
    typeof via === 'string' ? `${via} calls ${call}, which ${reason}` : `${call} ${reason}`,
  );
}

function reasonAgainst(
  { schema = '', name }: ObjectName,
  owner: 'server' | 'extension' | 'user',
): string | undefined {
  const known =
    owner === 'user'
      ? undefined
      : reasonToRefuse(owner === 'server' ? { schema, name } : { name }, { planOnly: false });
  if (known !== undefined) return known;
  if (owner === 'server' && isHarmlessBuiltIn(name)) return undefined;
  if (owner === 'extension' && isHarmlessOfExtension(name)) return undefined;
  return 'is VOLATILE and may have side effects (declare it STABLE if it only reads)';
}
