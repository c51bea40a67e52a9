import { isRecord } from '@molehill/core/record';
import { at, type JsonRecord, listAt, textAt } from '../records.ts';

export interface FlatMapping {
  /** The indices that have exactly these fields. */
  readonly indices: string[];
  /** By full path. `title.raw` is a multi-field unless `title` is an object. */
  readonly fields: Readonly<Record<string, string>>;
  /** How the index treats unmapped fields. */
  readonly dynamic?: string;
  readonly dynamicTemplates?: readonly string[];
}

/** Indices with equal fields share one entry, as those of a pattern mostly do. */
export function flatMappings(body: JsonRecord, wanted?: string): FlatMapping[] {
  const groups = new Map<string, FlatMapping>();
  for (const [index, entry] of Object.entries(body)) {
    const mapping = flatMapping(index, at(entry, 'mappings'), wanted?.toLowerCase());
    const { indices: _, ...rest } = mapping;
    const same = groups.get(JSON.stringify(rest));
    if (same) same.indices.push(index);
    else groups.set(JSON.stringify(rest), mapping);
  }
  return [...groups.values()];
}

function flatMapping(index: string, mappings: unknown, wanted: string | undefined): FlatMapping {
  const all = [...propertiesOf(mappings, ''), ...runtimeFields(mappings)];
  const chosen = wanted === undefined ? all : all.filter(([name]) => name.toLowerCase().includes(wanted));
  const dynamic = at(mappings, 'dynamic');
  const templates = listAt(mappings, 'dynamic_templates').flatMap(templateLine);
  return {
    indices: [index],
    fields: Object.fromEntries(chosen),
    ...(dynamic === undefined ? {} : { dynamic: String(dynamic) }),
    ...(templates.length > 0 ? { dynamicTemplates: templates } : {}),
  };
}

type Field = readonly [name: string, type: string];

function* propertiesOf(owner: unknown, prefix: string): Generator<Field> {
  const properties = at(owner, 'properties');
  for (const [name, field] of isRecord(properties) ? Object.entries(properties) : []) {
    const full = prefix + name;
    yield [full, typeOf(field)];
    yield* propertiesOf(field, `${full}.`);
    const multi = at(field, 'fields');
    for (const [sub, subField] of isRecord(multi) ? Object.entries(multi) : [])
      yield [`${full}.${sub}`, typeOf(subField)];
  }
}

/** A mapping omits the type of a plain object. */
function typeOf(field: unknown): string {
  const type = textAt(field, 'type') ?? 'object';
  if (type === 'alias') return `alias of ${textAt(field, 'path') ?? '?'}`;
  const notes = [
    at(field, 'enabled') === false ? 'not enabled' : '',
    at(field, 'index') === false ? 'not indexed' : '',
    type === 'dense_vector' && at(field, 'dims') !== undefined ? `${String(at(field, 'dims'))} dims` : '',
  ].filter((note) => note !== '');
  return notes.length === 0 ? type : `${type} (${notes.join(', ')})`;
}

function runtimeFields(mappings: unknown): Field[] {
  const runtime = at(mappings, 'runtime');
  if (!isRecord(runtime)) return [];
  return Object.entries(runtime).map(([name, field]) => [name, `${typeOf(field)} (runtime)`]);
}

/** Name, conditions and resulting type of a dynamic template. */
function templateLine(template: unknown): string[] {
  if (!isRecord(template)) return [];
  return Object.entries(template).map(([name, rule]) => {
    const conditions = ['match_mapping_type', 'match', 'path_match', 'unmatch', 'path_unmatch']
      .filter((key) => at(rule, key) !== undefined)
      .map((key) => `${key} ${[at(rule, key)].flat().join(', ')}`);
    const type = at(rule, 'runtime') === undefined ? textAt(rule, 'mapping', 'type') : 'runtime field';
    return `${name}: ${conditions.join(', ') || 'everything'} → ${type ?? 'as detected'}`;
  });
}
