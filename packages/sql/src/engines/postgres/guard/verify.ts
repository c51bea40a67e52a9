import {
  type Dependencies,
  type ObjectName,
  READS,
  type Refusal,
  type RunCatalogueQuery,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { arrayText } from '../params.ts';
import { CATALOGUE_QUERY, SUSPICION_QUERY } from './catalogue-query.ts';
import {
  HARMLESS_BUILT_INS,
  HARMLESS_OF_EXTENSIONS,
  REFUSED_THOUGH_STABLE,
  reasonToRefuse,
} from './functions.ts';

/**
 * Looks for volatile functions that the statement would run, directly or through views. Arrays are passed as text, so
 * that the backend need not ask the server for their types.
 */
export async function verifyDependencies(dependsOn: Dependencies, run: RunCatalogueQuery): Promise<Verdict> {
  if (!(await isSuspicious(dependsOn, run))) return READS;
  const rows = await run(CATALOGUE_QUERY, [
    JSON.stringify(dependsOn.relations),
    JSON.stringify(dependsOn.functions),
    JSON.stringify(dependsOn.operators),
    JSON.stringify(dependsOn.types),
    arrayText(dependsOn.fields),
    arrayText(REFUSED_THOUGH_STABLE),
  ]);
  return rows.map(refuseRow).find((refusal) => refusal !== undefined) ?? READS;
}

async function isSuspicious(dependsOn: Dependencies, run: RunCatalogueQuery): Promise<boolean> {
  const functions = namesOf(dependsOn.functions);
  const lists = [
    namesOf(dependsOn.relations),
    [...functions, ...dependsOn.fields],
    functions.filter((name) => !HARMLESS_BUILT_INS.has(name)),
    namesOf(dependsOn.operators),
    namesOf(dependsOn.types),
    REFUSED_THOUGH_STABLE,
  ];
  const [row] = await run(SUSPICION_QUERY, lists.map(arrayText));
  return row?.[0] !== false;
}

function namesOf(objects: readonly ObjectName[]): readonly string[] {
  return objects.map(({ name }) => name);
}

/** A row of CATALOGUE_QUERY. */
function refuseRow([what, schema, name, extension, builtIn, via]: readonly unknown[]): Refusal | undefined {
  if (what !== 'function')
    return refuse('foreign-program', `reading ${schema}.${name} runs a program on the server`);
  const reason = reasonAgainst(String(name), builtIn === true, typeof extension === 'string');
  if (reason === undefined) return undefined;
  const call = `${schema}.${name}()`;
  return refuse(
    'volatile-function',
    typeof via === 'string' ? `${via} calls ${call}, which ${reason}` : `${call} ${reason}`,
  );
}

function reasonAgainst(name: string, isBuiltIn: boolean, isOfExtension: boolean): string | undefined {
  const known = isBuiltIn || isOfExtension ? reasonToRefuse({ name }, false) : undefined;
  if (known !== undefined) return known;
  if (isBuiltIn && HARMLESS_BUILT_INS.has(name)) return undefined;
  if (isOfExtension && !isBuiltIn && HARMLESS_OF_EXTENSIONS.has(name)) return undefined;
  return 'is VOLATILE and may have side effects (declare it STABLE if it only reads)';
}
