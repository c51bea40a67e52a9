import {
  type Ask,
  type Dependencies,
  type ObjectName,
  READS,
  type Refusal,
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

interface Finding {
  readonly what: string;
  readonly schema: string;
  readonly name: string;
  readonly extension: string | undefined;
  readonly builtIn: boolean;
  readonly via: string | undefined;
}

/** Which volatile functions would the statement run, directly or through views? */
export async function verifyDependencies(dependsOn: Dependencies, ask: Ask): Promise<Verdict> {
  if (!(await isSuspicious(dependsOn, ask))) return READS;
  const rows = await ask(CATALOGUE_QUERY, [
    JSON.stringify(dependsOn.relations),
    JSON.stringify(dependsOn.functions),
    JSON.stringify(dependsOn.operators),
    JSON.stringify(dependsOn.types),
    arrayOf(dependsOn.fields),
    arrayOf(REFUSED_THOUGH_STABLE),
  ]);
  return rows.map((row) => refuseFinding(toFinding(row))).find((refusal) => refusal !== undefined) ?? READS;
}

async function isSuspicious(dependsOn: Dependencies, ask: Ask): Promise<boolean> {
  const functions = namesOf(dependsOn.functions);
  const lists = [
    namesOf(dependsOn.relations),
    [...functions, ...dependsOn.fields],
    functions.filter((name) => !isHarmlessBuiltIn(name)),
    namesOf(dependsOn.operators),
    namesOf(dependsOn.types),
    REFUSED_THOUGH_STABLE,
  ];
  const [row] = await ask(SUSPICION_QUERY, lists.map(arrayOf));
  return row?.[0] !== false;
}

function namesOf(objects: readonly ObjectName[]): readonly string[] {
  return objects.map(({ name }) => name);
}

/** As PostgreSQL writes it, so that every parameter is a text and no driver needs to know the types. */
function arrayOf(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

function toFinding([what, schema, name, extension, builtIn, via]: readonly unknown[]): Finding {
  return {
    what: String(what),
    schema: String(schema),
    name: String(name),
    extension: typeof extension === 'string' ? extension : undefined,
    builtIn: builtIn === true,
    via: typeof via === 'string' ? via : undefined,
  };
}

function refuseFinding(found: Finding): Refusal | undefined {
  if (found.what !== 'function') {
    return refuse('foreign-program', `reading ${found.schema}.${found.name} runs a program on the server`);
  }
  const reason = reasonAgainst(found);
  if (reason === undefined) return undefined;
  const name = `${found.schema}.${found.name}()`;
  return refuse(
    'volatile-function',
    found.via === undefined ? `${name} ${reason}` : `${found.via} calls ${name}, which ${reason}`,
  );
}

function reasonAgainst({ schema, name, extension, builtIn }: Finding): string | undefined {
  const known =
    builtIn || extension !== undefined
      ? reasonToRefuse(builtIn ? { schema, name } : { name }, NOW)
      : undefined;
  if (known !== undefined) return known;
  if (builtIn && isHarmlessBuiltIn(name)) return undefined;
  if (extension !== undefined && isHarmlessOfExtension(name)) return undefined;
  return 'is VOLATILE and so may change something (if it only reads, declare it STABLE)';
}

const NOW = { planOnly: false };
