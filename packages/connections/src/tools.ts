import { type Effects, reads } from '@molehill/core/effects';
import type { MolehillError } from '@molehill/core/errors';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import type { Connection } from './entries.ts';
import type { Manager } from './manager.ts';
import { patchShapeOf } from './patch-schema.ts';
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
  /** The arguments of `add_connection`; the registry's own schema has the last word. */
  readonly fullSchema: z.ZodObject;
  /** The arguments of `update_connection` besides `name`. Default: those of `fullSchema`, each of which may be left out. */
  readonly patchSchema?: z.ZodObject;
  /** What of a connection is shown. Secrets are taken out of it in any case. */
  publicView?(config: TConfig): Readonly<Record<string, unknown>>;
  readonly descriptions?: Partial<Record<ToolName, string>>;
  /** Proves that the backend works, and says what is worth knowing about the server. */
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
    'Changes the given fields of a stored connection and keeps the others, the password too. Null takes a field away.',
  remove_connection:
    'Removes a stored connection after a person agreed. The database behind it is not touched.',
  test_connection:
    'Connects and asks the server who it is. Use it after adding a connection or when a call failed.',
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

/** The tools every server with named connections has. */
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

function listConnections<TConfig extends ConnectionBase, TBackend>(
  options: ConnectionToolsOptions<TConfig, TBackend>,
): Tool {
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

function addConnection<TConfig extends ConnectionBase, TBackend>(
  options: ConnectionToolsOptions<TConfig, TBackend>,
): Tool {
  return defineTool({
    ...introduce('add_connection', 'Add connection', options),
    input: options.fullSchema,
    output: shown,
    effects: changes,
    async run(input, { confirm }) {
      const question = borrowingQuestion(input);
      if (question) await confirm(question);
      return viewOf(await options.registry.add(input), options);
    },
  });
}

function updateConnection<TConfig extends ConnectionBase, TBackend>(
  options: ConnectionToolsOptions<TConfig, TBackend>,
): Tool {
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

function removeConnection<TConfig extends ConnectionBase, TBackend>(
  options: ConnectionToolsOptions<TConfig, TBackend>,
): Tool {
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

function testConnection<TConfig extends ConnectionBase, TBackend>(
  options: ConnectionToolsOptions<TConfig, TBackend>,
): Tool {
  const { manager, ping } = options;
  return defineTool({
    ...introduce('test_connection', 'Test connection', options),
    input: named,
    output: z.looseObject({ name: z.string(), ok: z.boolean() }),
    effects: asksServer,
    async run({ name }, { signal }) {
      const work = (backend: TBackend, config: TConfig) => ping(backend, config, signal);
      const found = await withManaged(manager, name, work, { ...options, signal });
      return { name, ok: true, ...found };
    },
  });
}

/** What only a person may change: that data is safe, and where a stored password is sent. */
function questionsBefore(config: ConnectionBase, patch: Readonly<Record<string, unknown>>): string[] {
  const { name } = config;
  const unlocks = config.readonly && 'readonly' in patch && patch.readonly !== true;
  const moves = ways.some((field) => field in patch) && hasSecret(keptBy(patch, config));
  return [
    ...(unlocks ? [`Let the connection "${name}" change data? It is read-only now.`] : []),
    ...(moves ? [`Send the stored secret of the connection "${name}" to another place?`] : []),
  ];
}

/** Where a secret goes, and who can read it on its way there. */
const ways = ['host', 'port', 'ssh', 'type', 'scheme', 'verifyTls', 'ca'];

/** What stays as it is. Objects are changed field by field, so there may be something in them that stays. */
function keptBy(patch: Readonly<Record<string, unknown>>, config: ConnectionBase): object {
  const kept = Object.entries(config).filter(([key, value]) => !(key in patch) || typeof value === 'object');
  return Object.fromEntries(kept);
}

/**
 * A reference lets its writer use a secret it does not know. Without a question, whoever may add connections could give
 * itself a writable twin of a read-only one.
 */
function borrowingQuestion(input: Readonly<Record<string, unknown>>): string | undefined {
  if (input.readonly === true || !refersToSecret(input)) return undefined;
  return `Add the connection "${input.name}" with a stored secret and leave to change data?`;
}

function introduce<TConfig extends ConnectionBase, TBackend>(
  name: ToolName,
  title: string,
  options: ConnectionToolsOptions<TConfig, TBackend>,
) {
  return { name, title, description: options.descriptions?.[name] ?? descriptions[name] };
}

function viewOf<TConfig extends ConnectionBase, TBackend>(
  connection: Connection<TConfig>,
  { publicView, manager }: ConnectionToolsOptions<TConfig, TBackend>,
) {
  const { name, config, source, writable } = connection;
  const view = withoutSecrets(publicView?.(config) ?? config);
  return { ...view, name, source: source.label, writable, state: manager.state(name) };
}
