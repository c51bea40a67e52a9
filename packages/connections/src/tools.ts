import { reads } from '@molehill/core/effects';
import type { MolehillError } from '@molehill/core/errors';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import type { Connection } from './definition.ts';
import { effectsOfAdd, effectsOfUpdate } from './effects.ts';
import type { Manager } from './manager.ts';
import { patchShapeOf } from './patch.ts';
import type { Registry } from './registry.ts';
import { withoutSecrets } from './secrets.ts';
import { type ConnectionBase, connectionName } from './shape.ts';
import { withManaged } from './with-managed.ts';

type ToolName = keyof typeof descriptions;

export interface ConnectionToolsOptions<TConfig, TBackend> {
  readonly registry: Registry<TConfig>;
  readonly manager: Manager<TConfig, TBackend>;
  /** The arguments of `add_connection`; the registry validates the definition with its own schema. */
  readonly fullSchema: z.ZodObject;
  /** The arguments of `update_connection` besides `name`. Default: those of `fullSchema`, each of which may be left out. */
  readonly patchSchema?: z.ZodObject;
  /** Decodes other notations of a definition, such as an address, into its fields. */
  expand?(input: Readonly<Record<string, unknown>>): unknown;
  /** The fields that are shown. Secrets are removed from them in any case. */
  publicView?(config: TConfig): Readonly<Record<string, unknown>>;
  readonly descriptions?: Partial<Record<ToolName, string>>;
  /** Checks that the backend works, and describes the server. */
  ping(backend: TBackend, config: TConfig, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
  formatError?(error: unknown, config: TConfig): MolehillError | undefined;
  isStaleError?(error: unknown): boolean;
}

const descriptions = {
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
      const [shown, total] = [items.length, all.length];
      if (cutBy) budget.cut({ limit: cutBy, shown, total, next: 'raise the limit to see all.' });
      const found = await registry.problems();
      const problems = found.map(({ source, ...rest }) => ({ ...rest, source: source.label }));
      return { connections: items, ...(problems.length > 0 ? { problems } : {}) };
    },
  });
}

function addConnection(options: Options): Tool {
  const { registry, expand = (input) => input } = options;
  return defineTool({
    ...introduce('add_connection', 'Add connection', options),
    input: options.fullSchema,
    output: shown,
    effects: { worst: 'writes', of: (input) => effectsOfAdd(expand(input)) },
    run: async (input) => viewOf(await registry.add(expand(input)), options),
  });
}

function updateConnection(options: Options): Tool {
  const { registry, manager } = options;
  const fields = patchShapeOf(options.patchSchema ?? options.fullSchema);
  return defineTool({
    ...introduce('update_connection', 'Update connection', options),
    input: z.strictObject({ name: connectionName, ...fields }),
    output: shown,
    effects: {
      worst: 'writes',
      idempotent: true,
      of: async ({ name, ...patch }) => effectsOfUpdate((await registry.get(name)).config, patch),
    },
    async run({ name, ...patch }) {
      const connection = await registry.update(name, patch);
      manager.forget(name);
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
    effects: {
      worst: 'destroys',
      async of({ name }) {
        await registry.assertWritable(name);
        const summary = `Remove the connection "${name}"? Its definition and its password are deleted.`;
        return { effect: 'destroys', summary };
      },
    },
    async run({ name }) {
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
    effects: { ...reads, openWorld: true },
    async run({ name }, { signal }) {
      const work = (backend: unknown, config: ConnectionBase) => ping(backend, config, signal);
      const server = await withManaged(manager, name, work, { ...options, signal });
      return { name, ok: true, ...server };
    },
  });
}

function introduce(name: ToolName, title: string, options: Options) {
  return { name, title, description: options.descriptions?.[name] ?? descriptions[name] };
}

function viewOf(
  { name, config, source, writable, confirm }: Connection<ConnectionBase>,
  { publicView, manager }: Options,
) {
  const view = withoutSecrets(publicView?.(config) ?? config);
  const state = manager.state(name);
  return { ...view, name, source: source.label, writable, state, ...(confirm ? { confirm } : {}) };
}
