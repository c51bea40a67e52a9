import { isRecord } from '../../form/schema.ts';
import { type Fields, listAt, textAt } from './fields.ts';
import { type Draft, fact, type Step } from './step.ts';

/** The tree that EXPLAIN QUERY PLAN describes: steps with a line of text each, and no figures. */
export function readSqlite(json: unknown): Draft | undefined {
  if (!Array.isArray(json) || json.length === 0 || !json.every(isStep)) return undefined;
  const derived = new Set(json.flatMap(namesBelow));
  return { steps: json.map((step) => readStep(step, derived)), facts: [] };
}

function isStep(value: unknown): value is Fields {
  return isRecord(value) && typeof value.detail === 'string';
}

const DERIVED = /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/;

/** What is worked out by the plan itself: reading all of it is not reading a table. */
function namesBelow(step: Fields): readonly string[] {
  const name = DERIVED.exec(textAt(step, 'detail') ?? '')?.[1];
  return [...(name === undefined ? [] : [name]), ...listAt(step, 'steps').flatMap(namesBelow)];
}

function readStep(step: Fields, derived: ReadonlySet<string>): Step {
  return {
    ...readDetail(textAt(step, 'detail') ?? '', derived),
    rows: {},
    weight: {},
    steps: listAt(step, 'steps').map((inner) => readStep(inner, derived)),
  };
}

const ACCESS = /^(SCAN|SEARCH) (?:TABLE )?(.+?)(?: (?:USING|(?=VIRTUAL TABLE)) ?(.+))?$/;
const INDEX =
  /^(AUTOMATIC )?(?:PARTIAL )?(COVERING )?(?:INDEX ([^\s(]+)?|(?:INTEGER )?(PRIMARY KEY))\s*(.*)$/;

type Described = Pick<Step, 'name' | 'on' | 'index' | 'facts' | 'scan' | 'warnings'>;

function readDetail(detail: string, derived: ReadonlySet<string>): Described {
  const [, verb, on = '', how] = ACCESS.exec(detail) ?? [];
  if (verb === undefined || /CONSTANT ROWS?$/.test(on)) return { name: detail, facts: [], warnings: [] };
  const scan = verb === 'SCAN' && how === undefined && !derived.has(on);
  return { name: verb, on, scan, ...readAccess(how) };
}

function readAccess(how: string | undefined): Pick<Step, 'index' | 'facts' | 'warnings'> {
  const [, automatic, covering, index, primaryKey, condition] = INDEX.exec(how ?? '') ?? [];
  if (condition === undefined) return { facts: fact('Using', how), warnings: [] };
  return {
    index: index ?? primaryKey?.toLowerCase(),
    facts: [...fact('Condition', condition), ...fact('Index', covering && 'holds all that is needed')],
    warnings: automatic ? ['No index fits, so one is built for this statement each time it runs.'] : [],
  };
}
