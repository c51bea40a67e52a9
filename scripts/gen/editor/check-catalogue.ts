import { bridgeErrors } from '@molehill/bridge/errors';
import { coreErrors } from '@molehill/core/errors';
import { fileErrors } from '@molehill/core/files/errors';
import { CatalogueError, type CatalogueSource, type ToolEntry } from './catalogue.ts';
import type { TypeSource } from './source-schema.ts';
import { fits } from './value-fits.ts';

const MOST_WORDS = 25;
/** Between the end of a tool's own wait and its hard limit. */
const ANSWER_MS = 5_000;

type Problem = readonly [field: string, message: string];

/** What a schema of one file cannot see: completeness, references and consistency. */
export function checkCatalogue(catalogue: CatalogueSource): void {
  const names = new Map<string, string>();
  const problems = catalogue.tools.flatMap((tool) => {
    const found = [
      ...problemsOfNames(tool, names),
      ...problemsOfText(tool, catalogue),
      ...problemsOfParameters(tool, catalogue),
      ...problemsOfOneOf(tool),
      ...problemsOfTimeout(tool),
      ...problemsOfErrors(tool, catalogue),
      ...problemsOfTypes('result', tool.result, catalogue),
    ];
    return found.map(([field, message]) => `${tool.file}: ${field}: ${message}`);
  });
  const ofTypes = Object.entries(catalogue.types).flatMap(([name, type]) =>
    problemsOfTypes(name, type, catalogue).map(([field, said]) => `catalogue/types.yaml: ${field}: ${said}`),
  );
  if (problems.length + ofTypes.length > 0) throw new CatalogueError([...problems, ...ofTypes]);
}

function problemsOfNames(tool: ToolEntry, taken: Map<string, string>): Problem[] {
  return [tool.name, ...tool.aliases].flatMap((name): Problem[] => {
    const other = taken.get(name);
    taken.set(name, tool.file);
    return other ? [['mcp', `the name "${name}" is also used by ${other}`]] : [];
  });
}

function problemsOfText(tool: ToolEntry, { tools }: CatalogueSource): Problem[] {
  const words = tool.description.split(/\s+/).length;
  const unknown = tool.llm.requires.filter((name) => !tools.some((other) => other.name === name));
  return [
    ...when(words > MOST_WORDS, 'description', `${words} words; at most ${MOST_WORDS}`),
    ...when(tool.safety.readOnly !== (tool.effect === 'reads'), 'safety.readOnly', 'contradicts effect'),
    ...when(
      tool.effect === 'destroys' && !tool.safety.destructive,
      'safety.destructive',
      'contradicts effect',
    ),
    ...when(tool.needs.stopped && !tool.needs.session, 'needs.session', 'must be true where stopped is'),
    ...unknown.map((name): Problem => ['llm.requires', `no tool is named "${name}"`]),
    ...Object.keys(tool.llm.parameter_hints)
      .filter((name) => !(name in tool.parameters))
      .map((name): Problem => [`llm.parameter_hints.${name}`, 'no such parameter']),
  ];
}

function problemsOfParameters(tool: ToolEntry, catalogue: CatalogueSource): Problem[] {
  const unknown = tool.common.filter((name) => !(name in catalogue.common));
  const own = Object.entries(tool.params).flatMap(([name, param]): Problem[] => {
    const field = `params.${name}`;
    const { required, default: usual, example } = param;
    return [
      ...when(tool.common.includes(name), field, 'is also named in common'),
      ...when(required === true && example === undefined, `${field}.example`, 'missing: it is required'),
      ...when(required === true && usual !== undefined, `${field}.default`, 'a required parameter has none'),
      ...when(required === true && param.listed === false, `${field}.listed`, 'it is required'),
      ...when(
        usual !== undefined && !fits(usual, param, catalogue.types),
        `${field}.default`,
        'is not of its type',
      ),
      ...when(
        example !== undefined && !fits(example, param, catalogue.types),
        `${field}.example`,
        'is not of its type',
      ),
      ...problemsOfTypes(field, param, catalogue),
    ];
  });
  return [
    ...unknown.map((name): Problem => ['common', `no common parameter is named "${name}"`]),
    ...own,
    ...problemsOfParameterAliases(tool),
  ];
}

function problemsOfParameterAliases({ parameters }: ToolEntry): Problem[] {
  const taken = new Set(Object.keys(parameters));
  return Object.entries(parameters).flatMap(([name, { aliases = [] }]) =>
    aliases.flatMap((alias): Problem[] => {
      const isTaken = taken.has(alias);
      taken.add(alias);
      return when(isTaken, `params.${name}.aliases`, `the name "${alias}" is taken`);
    }),
  );
}

function problemsOfOneOf({ oneOf = [], parameters }: ToolEntry): Problem[] {
  return [...new Set(oneOf.flat())].flatMap((name): Problem[] => {
    const param = parameters[name];
    if (!param) return [['oneOf', `no parameter is named "${name}"`]];
    const isAlways = param.required === true || param.default !== undefined;
    return when(isAlways, 'oneOf', `"${name}" is required or has a default`);
  });
}

function problemsOfTimeout({ timeout: { wait, hard }, parameters, kind }: ToolEntry): Problem[] {
  const { timeoutMs } = parameters;
  const longest = timeoutMs?.max ?? 0;
  return [
    ...when(hard <= wait, 'timeout.hard', 'must be longer than wait'),
    ...when(wait > 0 && hard < wait + ANSWER_MS, 'timeout.hard', `must be at least wait + ${ANSWER_MS}`),
    ...when(timeoutMs !== undefined && longest === 0, 'params.timeoutMs.max', 'missing'),
    ...when(hard <= longest, 'timeout.hard', 'must be longer than the longest timeoutMs'),
    ...when(kind === 'wait' && wait === 0, 'timeout.wait', 'missing: kind is wait'),
  ];
}

function problemsOfErrors(tool: ToolEntry, { errors }: CatalogueSource): Problem[] {
  const known = { ...coreErrors.table, ...fileErrors.table, ...bridgeErrors.table, ...errors };
  const codes = tool.errors.map(({ code }) => code);
  return [
    ...tool.errors.flatMap(({ code }, index): Problem[] => [
      ...when(!(code in known), `errors.${index}.code`, `${code} is in no table: add it to errors.yaml`),
      ...when(codes.indexOf(code) !== index, `errors.${index}.code`, `${code} is there twice`),
    ]),
    ...Object.keys(tool.llm.error_recovery)
      .filter((code) => !codes.some((other) => other === code))
      .map((code): Problem => [`llm.error_recovery.${code}`, 'not among the errors']),
  ];
}

function problemsOfTypes(field: string, type: TypeSource, catalogue: CatalogueSource): Problem[] {
  const { ref, items, fields = {}, anyOf = [] } = type;
  const inner = [...Object.entries(fields), ...anyOf.map((part, index) => [`anyOf.${index}`, part] as const)];
  if (items) inner.push(['items', items]);
  return [
    ...when(ref !== undefined && !(ref in catalogue.types), `${field}.ref`, `no type is named "${ref}"`),
    ...inner.flatMap(([name, part]) => problemsOfTypes(`${field}.${name}`, part, catalogue)),
  ];
}

function when(isWrong: boolean, field: string, message: string): Problem[] {
  return isWrong ? [[field, message]] : [];
}
