import { reads } from '@molehill/core/effects';
import { defineTool, type Tool } from '@molehill/core/tool';
import * as z from 'zod';
import { addedByCaller, rememberAdded } from './added.ts';
import type { Disposable } from './backend.ts';
import type { Connection } from './definition.ts';
import { effectsOfAdd, effectsOfUpdate } from './effects.ts';
import type { Manager } from './manager.ts';
import { patchShapeOf } from './patch.ts';
import type { PlannedUpdate, Registry } from './registry.ts';
import { type ConnectionBase, connectionName } from './shape.ts';

export interface ConnectionToolsOptions<TConfig extends ConnectionBase, TBackend extends Disposable> {
  readonly registry: Registry<TConfig>;
  readonly manager: Manager<TConfig, TBackend>;
  /** The arguments of `add_connection`; the registry validates the definition with its own schema. */
  readonly fullSchema: z.ZodObject;
  /** The arguments of `update_connection` besides `connection`. Default: those of `fullSchema`, each optional. */
  readonly patchSchema?: z.ZodObject;
  /** Decodes other notations of a definition, such as an address, into its fields. */
  expand?(input: Readonly<Record<string, unknown>>): unknown;
  /** Checks that the backend works, and describes the server. */
  ping(backend: TBackend, config: TConfig, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}

/** Every tool that works on a connection calls it so. */
const named = z.strictObject({ connection: connectionName });
const parameterAliases = { name: 'connection' };

const shown = z.looseObject({
  name: z.string(),
  source: z.string().describe('Where it is defined'),
  readonly: z.boolean().describe('Whether calls that would change data are rejected'),
  editable: z.boolean().describe('Whether update_connection and remove_connection work on the definition'),
  state: z.string().describe('open, connecting or closed'),
});

/** The answer of a call that changed a definition. */
const defined = shown.extend({ access: z.string().describe('Whether data can be changed through it') });

const problem = z.object({ name: z.string().optional(), source: z.string(), problem: z.string() });

/** The tools that every server with named connections has. */
export function connectionTools<TConfig extends ConnectionBase, TBackend extends Disposable>(
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

type Options = ConnectionToolsOptions<ConnectionBase, Disposable>;

function listConnections(options: Options): Tool {
  const { registry } = options;
  return defineTool({
    name: 'list_connections',
    title: 'List connections',
    description:
      'Lists the named connections, where each is defined and whether it is read-only. Call it first to learn the names.',
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
    name: 'add_connection',
    title: 'Add connection',
    description:
      'Defines a named connection and stores it. The server need not be up; call test_connection afterwards.',
    input: options.fullSchema,
    output: defined,
    effects: {
      worst: 'writes',
      of: async (input) => effectsOfAdd(await registry.planAdd(expand(input)), registry.fields),
    },
    async run(input, context) {
      const connection = await registry.add(expand(input));
      rememberAdded(connection, context);
      return definedView(connection, options);
    },
  });
}

function updateConnection(options: Options): Tool {
  const { registry, manager } = options;
  const fields = patchShapeOf(options.patchSchema ?? options.fullSchema);
  /** The policy and the handler get the same input object. */
  const planned = new WeakMap<object, PlannedUpdate<ConnectionBase>>();
  return defineTool({
    name: 'update_connection',
    title: 'Update connection',
    description:
      'Changes the given fields of a stored connection and keeps the others, such as the password. Null removes a field.',
    input: z.strictObject({ connection: connectionName, ...fields }),
    parameterAliases,
    output: defined,
    effects: {
      worst: 'writes',
      idempotent: true,
      async of(input) {
        const { connection: name, ...patch } = input;
        const update = await registry.planUpdate(name, patch);
        planned.set(input, update);
        return effectsOfUpdate({ ...update, patch }, registry.fields);
      },
    },
    async run(input, context) {
      const { connection: name, ...patch } = input;
      const before = await registry.get(name).catch(() => undefined);
      const updated = await registry.update(name, patch, planned.get(input));
      manager.forget(name);
      if (before && addedByCaller(before, context)) rememberAdded(updated, context);
      return definedView(updated, options);
    },
  });
}

function removeConnection({ registry, manager }: Options): Tool {
  return defineTool({
    name: 'remove_connection',
    title: 'Remove connection',
    description:
      'Removes a stored connection; asks a person unless you added it. Data on the server is not changed.',
    input: named,
    parameterAliases,
    output: z.object({ removed: z.string() }),
    effects: {
      worst: 'destroys',
      async of({ connection: name }, context) {
        await registry.assertEditable(name);
        const connection = await registry.get(name).catch(() => undefined);
        if (connection && addedByCaller(connection, context)) return { effect: 'writes' };
        const summary = `Remove the connection "${name}"? Its definition and its password are deleted.`;
        return { effect: 'destroys', summary };
      },
    },
    async run({ connection: name }) {
      await registry.remove(name);
      manager.forget(name);
      return { removed: name };
    },
  });
}

function testConnection({ manager, ping }: Options): Tool {
  return defineTool({
    name: 'test_connection',
    title: 'Test connection',
    description:
      'Connects and reads the version of the server. Use it after adding a connection or when a call failed.',
    input: named,
    parameterAliases,
    output: z.looseObject({ name: z.string(), ok: z.boolean() }),
    effects: { ...reads, openWorld: true },
    async run({ connection: name }, { signal }) {
      const work = (backend: Disposable, config: ConnectionBase) => ping(backend, config, signal);
      const server = await manager.use(name, work, { signal });
      return { name, ok: true, ...server };
    },
  });
}

function viewOf(connection: Connection<ConnectionBase>, { registry, manager }: Options) {
  const { name, config, source, editable, confirm } = connection;
  return {
    ...registry.view(connection),
    name,
    readonly: config.readonly,
    source: source.label,
    editable,
    state: manager.state(name),
    ...(confirm ? { confirm } : {}),
  };
}

function definedView(connection: Connection<ConnectionBase>, options: Options) {
  const access = connection.config.readonly
    ? 'Read-only: calls that would change data are rejected.'
    : 'Data can be changed through this connection.';
  return { ...viewOf(connection, options), access };
}
