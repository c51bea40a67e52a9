import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '@molehill/core/testing/temp-folder';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { generateEditor } from './files.ts';

const editor = fileURLToPath(new URL('../../../packages/editor/', import.meta.url));
const FILE = 'catalogue/docs/get.meta.yaml';

interface Source {
  [key: string]: unknown;
}

/** The guides' tool alone, after a change to one of its files. */
function generateWith(change: (source: Source) => void, file = FILE): ReadonlyMap<string, string> {
  const folder = tempFolder();
  for (const kept of [
    FILE,
    'catalogue/common.yaml',
    'catalogue/types.yaml',
    'catalogue/errors.yaml',
    'guides',
  ])
    cpSync(join(editor, kept), join(folder, kept), { recursive: true });
  const source = parse(readFileSync(join(folder, file), 'utf8'));
  change(source);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), stringify(source));
  return generateEditor(folder, '.');
}

/** The value at a path such as `llm.when_to_use` is set, or removed. */
function edit(path: string, value?: unknown) {
  return (source: Source) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce((at: Source, key) => at[key] as Source, source);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  };
}

const error = { code: 'E_NOT_FOUND', when: 'Never.', hint: 'Nothing.', retryable: false };

describe('an incomplete file fails, naming file and field', () => {
  test.each([
    ['a missing title', edit('title'), 'title'],
    ['a missing llm.when_to_use', edit('llm.when_to_use'), 'llm.when_to_use'],
    ['an empty llm.when_to_use', edit('llm.when_to_use', ' '), 'llm.when_to_use'],
    ['an unknown field', edit('colour', 'red'), 'colour'],
    ['an unknown field inside', edit('llm.colour', 'red'), 'llm.colour'],
    ['an unknown tier', edit('tier', 'gold'), 'tier'],
    ['an error without a hint', edit('errors', [{ ...error, hint: undefined }]), 'errors.0.hint'],
    ['an error that no table has', edit('errors', [{ ...error, code: 'E_NEVER' }]), 'errors.0.code'],
    ['an error that is there twice', edit('errors', [error, error]), 'errors.1.code'],
    [
      'a required parameter without an example',
      edit('params.id', { type: 'string', required: true }),
      'params.id.example',
    ],
    ['an unknown type', edit('params.id', { type: 'text' }), 'params.id.type'],
    ['an enum without values', edit('params.id', { type: 'enum' }), 'params.id.values'],
    ['an example of another type', edit('params.id.example', 3), 'params.id.example'],
    ['a default of another type', edit('params.id.default', true), 'params.id.default'],
    ['a boolean as text', edit('params.id', { type: 'boolean', default: 'true' }), 'params.id.default'],
    ['an alias that is a parameter', edit('params.id.aliases', ['topic']), 'params.id.aliases'],
    ['an unknown common parameter', edit('common', ['colour']), 'common'],
    ['a redefined common parameter', edit('common', ['maxTokens']), 'params.maxTokens'],
    ['an unknown parameter in oneOf', edit('oneOf', [['id'], ['colour']]), 'oneOf'],
    ['a parameter with a default in oneOf', edit('oneOf', [['id'], ['maxTokens']]), 'oneOf'],
    ['an unknown type in the result', edit('result', { ref: 'Colour' }), 'result.ref'],
    ['an unknown extended type', edit('result', { extends: 'Colour', fields: {} }), 'result.extends'],
    ['a description of 26 words', edit('description', 'word '.repeat(26)), 'description'],
    ['an effect that contradicts the hints', edit('effect', 'writes'), 'safety.readOnly'],
    ['an effect worse than the hints', edit('effect', 'destroys'), 'safety.destructive'],
    ['a hard limit below the wait', edit('timeout', { wait: 9000, hard: 8000 }), 'timeout.hard'],
    ['a hard limit just above the wait', edit('timeout', { wait: 9000, hard: 13_999 }), 'timeout.hard'],
    ['a timeoutMs without a maximum', edit('params.timeoutMs', { type: 'integer' }), 'params.timeoutMs.max'],
    [
      'a timeoutMs above the hard limit',
      edit('params.timeoutMs', { type: 'integer', max: 3000 }),
      'timeout.hard',
    ],
    ['a required tool that does not exist', edit('llm.requires', ['debug_fly']), 'llm.requires'],
    [
      'a hint for no parameter',
      edit('llm.parameter_hints.colour', { note: 'red' }),
      'llm.parameter_hints.colour',
    ],
    ['recovery from no error', edit('llm.error_recovery', { E_NEVER: 'x' }), 'llm.error_recovery.E_NEVER'],
    ['a stop without a session', edit('needs.stopped', true), 'needs.session'],
  ])('%s', (_, change, field) => {
    expect(() => generateWith(change)).toThrow(`${FILE}: ${field}: `);
  });

  test('a shared file', () => {
    const file = 'catalogue/errors.yaml';
    expect(() => generateWith(edit('E_ADAPTER.hint'), file)).toThrow(`${file}: E_ADAPTER.hint: `);
  });

  test('a file that is not YAML', () => {
    const folder = tempFolder();
    cpSync(join(editor, 'catalogue'), join(folder, 'catalogue'), { recursive: true });
    writeFileSync(join(folder, FILE), 'alias: {');
    expect(() => generateEditor(folder, '.')).toThrow(`${FILE}: `);
  });
});

test('a name that two tools use fails, naming both files', () => {
  const folder = tempFolder();
  cpSync(join(editor, 'catalogue'), join(folder, 'catalogue'), { recursive: true });
  cpSync(join(folder, FILE), join(folder, 'catalogue/docs/read.meta.yaml'));
  expect(() => generateEditor(folder, '.')).toThrow(
    `catalogue/docs/read.meta.yaml: mcp: the name "docs_get" is also used by ${FILE}`,
  );
});

describe('generated code', () => {
  const schemas = (change: (source: Source) => void) =>
    generateWith(change).get('./src/generated/schemas.ts') ?? '';
  const types = (change: (source: Source) => void) =>
    generateWith(change).get('./src/generated/types.ts') ?? '';

  test('a parameter with a default is always there, one without may be missing', () => {
    const change = edit('params', {
      id: { type: 'string' },
      deep: { type: 'boolean', default: false },
      path: { type: 'path', required: true, example: 'a.ts' },
      depth: { type: 'integer', min: 1, max: 3 },
    });
    expect(schemas(change)).toContain('deep: z.boolean().default(false)');
    expect(schemas(change)).toContain('path: z.string(),');
    expect(schemas(change)).toContain('depth: z.int().min(1).max(3).optional()');
    expect(types(change)).toContain('readonly deep: boolean;');
    expect(types(change)).toContain('readonly depth?: number | undefined;');
  });

  test('a type that contains itself has an end in JSON Schema', () => {
    const change = (source: Source) => {
      const node = { type: 'object', fields: { children: { type: 'array', items: { ref: 'Tree' } } } };
      Object.assign(source, { Tree: node });
    };
    expect(() => generateWith(change, 'catalogue/types.yaml')).not.toThrow();
    expect(generateWith(change, 'catalogue/types.yaml').get('./src/generated/types.ts')).toContain(
      'readonly children: readonly Tree[];',
    );
  });
});
