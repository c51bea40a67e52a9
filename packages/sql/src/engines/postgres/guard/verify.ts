import {
  type Dependencies,
  type ObjectName,
  READS,
  type Reading,
  type Refusal,
  type RunCatalogueQuery,
  refuse,
  type Verdict,
} from '../../../guard/guard.ts';
import { arrayText } from '../params.ts';
import {
  actsOutside,
  dependsOnRole,
  HARMLESS_BUILT_INS,
  HARMLESS_OF_EXTENSIONS,
  REFUSED_THOUGH_STABLE,
  reasonToRefuse,
} from './functions.ts';
import { REACH_QUERY } from './reach-query.ts';
import { suspicionQuery } from './suspicion-query.ts';

/** Runs as a role that can only read: nothing the guard overlooks reaches files, programs or other servers. */
const AS_READER: Reading = { reads: true, asReader: true };

/**
 * Looks for functions that the statement would run, directly or through views, types, operators, default arguments and
 * other functions. Arrays are passed as text, so that the backend need not ask the server for their types.
 */
export async function verifyDependencies(dependsOn: Dependencies, run: RunCatalogueQuery): Promise<Verdict> {
  const { suspicious, mayBecomeReader, ofServer } = await suspect(dependsOn, run);
  const needsOwnRole = !mayBecomeReader || ofServer || dependsOn.planned || callsForRole(dependsOn);
  if (!suspicious) return needsOwnRole ? READS : AS_READER;
  const rows = (await run(REACH_QUERY, reachParameters(dependsOn))).map(toReached);
  // What the statement names explains a refusal best.
  const ordered = [...rows.filter(({ isNamed }) => isNamed), ...rows.filter(({ isNamed }) => !isNamed)];
  const refusals = ordered.map((row) => refuseReached(row, dependsOn.planned === true));
  const refusal = refusals.find((each) => each !== undefined);
  if (refusal) return refusal;
  return needsOwnRole || rows.some(({ what }) => what === 'own-role') ? READS : AS_READER;
}

async function suspect(dependsOn: Dependencies, run: RunCatalogueQuery) {
  const functions = namesOf(dependsOn.functions);
  const names = {
    relations: namesOf(dependsOn.relations),
    functions: [...functions, ...dependsOn.fields],
    functionsNotKnown: functions.filter((name) => !HARMLESS_BUILT_INS.has(name)),
    operators: namesOf(dependsOn.operators),
    types: [...namesOf(dependsOn.types), ...dependsOn.fields],
  };
  const { sql, params } = suspicionQuery(names, dependsOn.columns.length > 0);
  const [row] = await run(sql, params);
  const [suspicious, mayBecomeReader, ofServer] = row ?? [];
  return {
    suspicious: suspicious !== false,
    mayBecomeReader: mayBecomeReader === true,
    ofServer: ofServer !== false,
  };
}

function reachParameters(dependsOn: Dependencies): readonly unknown[] {
  const { relations, functions, operators, types, fields, columns, planned } = dependsOn;
  const named = [relations, functions, operators, [...types, ...fields.map((name) => ({ name }))]];
  return [
    ...named.map((list) => JSON.stringify(list)),
    arrayText(fields),
    arrayText(columns),
    arrayText(REFUSED_THOUGH_STABLE),
    planned === true,
  ];
}

function callsForRole({ functions }: Dependencies): boolean {
  return functions.some(({ name }) => dependsOnRole(name));
}

function namesOf(objects: readonly ObjectName[]): readonly string[] {
  return objects.map(({ name }) => name);
}

/** A row of REACH_QUERY. */
interface Reached {
  readonly what: unknown;
  readonly schema: unknown;
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly isOfExtension: boolean;
  /** The view or table that calls it. */
  readonly via: unknown;
  /** Named by the statement or by a view; otherwise it is reached through values or the body of a function. */
  readonly isNamed: boolean;
  readonly isScript: boolean;
  readonly acts: boolean;
}

function toReached(row: readonly unknown[]): Reached {
  const [what, schema, name, extension, builtIn, via, named, language, acts] = row;
  return {
    what,
    schema,
    name: String(name),
    isBuiltIn: builtIn === true,
    isOfExtension: typeof extension === 'string',
    via,
    isNamed: named === true,
    isScript: language === 'sql' || language === 'plpgsql',
    acts: acts === true,
  };
}

function refuseReached(reached: Reached, planned: boolean): Refusal | undefined {
  const { what, schema, name, via, isNamed } = reached;
  if (what === 'own-role') return undefined;
  if (what === 'program') {
    return planned
      ? undefined
      : refuse('foreign-program', `reading ${schema}.${name} runs a program on the server`);
  }
  const reason = isNamed && !planned ? reasonAgainst(reached) : reasonAgainstHidden(reached);
  if (reason === undefined) return undefined;
  const call = `${schema}.${name}()`;
  if (!isNamed) return refuse('hidden-function', `the statement leads to ${call}, which ${reason}`);
  return refuse(
    'volatile-function',
    typeof via === 'string' ? `${via} calls ${call}, which ${reason}` : `${call} ${reason}`,
  );
}

function reasonAgainst({ name, isBuiltIn, isOfExtension }: Reached): string | undefined {
  const known = isBuiltIn || isOfExtension ? reasonToRefuse({ name }, false) : undefined;
  if (known !== undefined) return known;
  if (isBuiltIn && HARMLESS_BUILT_INS.has(name)) return undefined;
  if (isOfExtension && !isBuiltIn && HARMLESS_OF_EXTENSIONS.has(name)) return undefined;
  return 'is VOLATILE and may have side effects (declare it STABLE if it only reads)';
}

/**
 * A volatile function of users that the statement does not name is refused for what its body reaches: the transaction is
 * read-only and rolled back, so only what acts outside of it counts.
 */
function reasonAgainstHidden(reached: Reached): string | undefined {
  const { name, isBuiltIn, isOfExtension, isScript, acts } = reached;
  if (isBuiltIn && !actsOutside(name)) return undefined;
  if (!isBuiltIn && !isOfExtension && isScript) return acts ? 'acts outside of the transaction' : undefined;
  return reasonAgainst(reached);
}
