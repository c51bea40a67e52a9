import { type Effects, reads } from '@molehill/core/effects';
import type { MolehillError } from '@molehill/core/errors';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import type { Connection } from './definition.ts';
import type { Manager } from './manager.ts';
import { patchShapeOf } from './patch.ts';
import type { Registry } from './registry.ts';
import { hasSecret, refersToSecret, withoutSecrets } from './secrets.ts';
import { type ConnectionBase, connectionName } from './shape.ts';
import { withManaged } from './with-managed.ts';

type ToolName =
  | 'list_connections'
  | 'add_connection'
  | 'update_connection'
  | 'remove_connection'
  | 'test_connection';

export interface ConnectionToolsOptions<TConfig, TBackend> {
  readonly registry: Registry<TConfig>;
  readonly manager: Manager<TConfig, TBackend>;
  /** The arguments of `add_connection`; the registry validates the definition with its own schema. */
  readonly fullSchema: z.ZodObject;
  /** The arguments of `update_connection` besides `name`. Default: those of `fullSchema`, each of which may be left out. */
  readonly patchSchema?: z.ZodObject;
  /** The fields that are shown. Secrets are removed from them in any case. */
  publicView?(config: TConfig): Readonly<Record<string, unknown>>;
  readonly descriptions?: Partial<Record<ToolName, string>>;
  /** Checks that the backend works, and describes the server. */
  ping(backend: TBackend, config: TConfig, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
  formatError?(error: unknown, config: TConfig): MolehillError | undefined;
  isStaleError?(error: unknown): boolean;
}

const descriptions: Readonly<Record<ToolName, string>> = {
  list_connections:
    'Lists the named connections, where each is defined and whether it is read-only. Call it first to learn the names.',
  add_connection:
    'Defines a named connection and stores it. The server need not be up; call test_connection afterwards.',
  update_connection:
    'Changes the given fields of a stored connection and keeps the others, such as the password. Null removes a field.',
  remove_connection:
    'Removes a stored connection after a person confirmed. The database itself is not changed.',
  test_connection:
    'Connects and reads the version of the server. Use it after adding a connection or when a call failed.',
};

const changes: Effects = { worst: 'writes' };
const removes: Effects = { worst: 'destroys', of: () => ({ effect: 'writes' }) };
const asksServer: Effects = { ...reads, openWorld: true };

const named = z.strictObject({ name: connectionName });

const shown = z.looseObject({
  name: z.string(),
  source: z.string().describe('Where it is defined'),
  writable: z.boolean().describe('Whether update_connection and remove_connection work on it'),
  state: z.string().describe('open, connecting or closed'),
});

const problem = z.object({ name: z.string().optional(), source: z.string(), problem: z.string() });

/** The tools that every server with named connections has. */
export function connectionTools<TConfig extends ConnectionBase, TBackend>(
  options: ConnectionToolsOptions<TConfig, TBackend>,
): readonly Tool[] {
  return [
    listConnections(options),
    addConnection(options),
    updateConnection(options),
    removeConnection(options),
    testConnection(options),
  ];
}

type Options = ConnectionToolsOptions<ConnectionBase, unknown>;

function listConnections(options: Options): Tool {
  const { registry } = options;
  return defineTool({
    ...introduce('list_connections', 'List connections', options),
    input: z.strictObject({}),
    output: z.object({ connections: z.array(shown), problems: z.array(problem).optional() }),
    effects: reads,
    async run(_input, { budget }) {
      const all = await registry.list();
      const { items, cutBy } = await budget.collect(all.map((connection) => viewOf(connection, options)));
      if (cutBy)
        budget.cut({
          limit: cutBy,
          shown: items.length,
          total: all.length,
          next: 'raise the limit to see all.',
        });
      const problems = (await registry.problems()).map(({ source, ...rest }) => ({
        ...rest,
        source: source.label,
      }));
      return { connections: items, ...(problems.length > 0 ? { problems } : {}) };
    },
  });
}

function addConnection(options: Options): Tool {
  return defineTool({
    ...introduce('add_connection', 'Add connection', options),
    input: options.fullSchema,
    output: shown,
    effects: changes,
    async run(input, { confirm }) {
      const question = referenceQuestion(input);
      if (question) await confirm(question);
      return viewOf(await options.registry.add(input), options);
    },
  });
}

function updateConnection(options: Options): Tool {
  const fields = patchShapeOf(options.patchSchema ?? options.fullSchema);
  return defineTool({
    ...introduce('update_connection', 'Update connection', options),
    input: z.strictObject({ name: connectionName, ...fields }),
    output: shown,
    effects: { ...changes, idempotent: true },
    async run({ name, ...patch }, { confirm }) {
      const { config } = await options.registry.get(name);
      for (const question of questionsBefore(config, patch)) await confirm(question);
      const connection = await options.registry.update(name, patch);
      options.manager.forget(name);
      return viewOf(connection, options);
    },
  });
}

function removeConnection(options: Options): Tool {
  const { registry, manager } = options;
  return defineTool({
    ...introduce('remove_connection', 'Remove connection', options),
    input: named,
    output: z.object({ removed: z.string() }),
    effects: removes,
    async run({ name }, { confirm }) {
      await registry.assertWritable(name);
      await confirm(`Remove the connection "${name}"? Its definition and its password are deleted here.`);
      await registry.remove(name);
      manager.forget(name);
      return { removed: name };
    },
  });
}

function testConnection(options: Options): Tool {
  const { manager, ping } = options;
  return defineTool({
    ...introduce('test_connection', 'Test connection', options),
    input: named,
    output: z.looseObject({ name: z.string(), ok: z.boolean() }),
    effects: asksServer,
    async run({ name }, { signal }) {
      const work = (backend: unknown, config: ConnectionBase) => ping(backend, config, signal);
      const server = await withManaged(manager, name, work, { ...options, signal });
      return { name, ok: true, ...server };
    },
  });
}

/** A person must confirm that a connection becomes writable, and that a stored secret is sent elsewhere. */
function questionsBefore(config: ConnectionBase, patch: Readonly<Record<string, unknown>>): string[] {
  const { name } = config;
  const unlocks = config.readonly && 'readonly' in patch && patch.readonly !== true;
  const moves = routeFields.some((field) => field in patch) && hasSecret(keptBy(patch, config));
  return [
    ...(unlocks ? [`Let the connection "${name}" change data? It is read-only now.`] : []),
    ...(moves ? [`Send the stored secret of the connection "${name}" to another server?`] : []),
  ];
}

/** Fields that decide where a secret is sent, and who can read it in transit. */
const routeFields = ['host', 'port', 'ssh', 'type', 'scheme', 'verifyTls', 'ca'];

/** The fields that a patch keeps. Objects are patched field by field, so parts of them may be kept. */
function keptBy(patch: Readonly<Record<string, unknown>>, config: ConnectionBase): object {
  const kept = Object.entries(config).filter(([key, value]) => !(key in patch) || typeof value === 'object');
  return Object.fromEntries(kept);
}

/**
 * A reference uses a secret that its author may not know. Without confirmation, an agent could add a writable copy of
 * a read-only connection.
 */
function referenceQuestion(input: Readonly<Record<string, unknown>>): string | undefined {
  if (input.readonly === true || !refersToSecret(input)) return undefined;
  return `Add the connection "${input.name}" with a stored secret, allowed to change data?`;
}

function introduce(name: ToolName, title: string, options: Options) {
  return { name, title, description: options.descriptions?.[name] ?? descriptions[name] };
}

function viewOf(
  { name, config, source, writable }: Connection<ConnectionBase>,
  { publicView, manager }: Options,
) {
  const view = withoutSecrets(publicView?.(config) ?? config);
  return { ...view, name, source: source.label, writable, state: manager.state(name) };
}
