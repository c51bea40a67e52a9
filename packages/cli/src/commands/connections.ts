import { text } from 'node:stream/consumers';
import { defineCommand } from 'citty';
import { builtInEngines } from 'dbmole-mcp/src/engines/registry.ts';
import { askSecret } from '../ask-secret.ts';
import { command, commonArgs, jsonArg } from '../command.ts';
import { askFor, checkServer, listAll, ownerOf } from '../connection-servers.ts';
import { UsageError } from '../output.ts';
import { showCall, type TerminalContext } from '../terminal-call.ts';
import { openWorkbench, type Workbench } from '../workbench.ts';

/** The connection tools for a person at a terminal. Passwords are asked for; arguments can be read by every user of a machine. */

const sqlTypes = builtInEngines.engines.map(({ type }) => type);

const fieldArgs = {
  type: { type: 'string', description: `${sqlTypes.join(', ')} or elasticsearch`, valueHint: 'ENGINE' },
  dsn: {
    type: 'string',
    description: 'An address without password, instead of the fields in it',
    valueHint: 'ADDRESS',
  },
  host: { type: 'string', description: 'The server' },
  port: { type: 'string', description: 'Its port, where not the usual one' },
  user: { type: 'string', description: 'The role to connect as' },
  database: { type: 'string', description: 'The database' },
  file: { type: 'string', description: 'SQLite: the database file' },
  scheme: { type: 'string', description: 'elasticsearch: http or https (default https)' },
  ca: { type: 'string', description: 'elasticsearch: the CA file to trust', valueHint: 'FILE' },
  auth: { type: 'string', description: 'elasticsearch: none, where the cluster asks nobody who they are' },
  'api-key-env': {
    type: 'string',
    description: 'elasticsearch: take an API key from this environment variable',
    valueHint: 'NAME',
  },
  readonly: { type: 'boolean', description: 'Refuse whatever would change something' },
  'password-env': {
    type: 'string',
    description: 'Take the password from this environment variable',
    valueHint: 'NAME',
  },
  'password-stdin': { type: 'boolean', description: 'Read the password from standard input', default: false },
  password: {
    type: 'boolean',
    description: 'Ask for the password',
    negativeDescription: 'There is no password',
  },
} as const;

const nameArg = { name: { type: 'positional', description: 'The name of the connection' } } as const;
const shared = {
  ...commonArgs,
  ...jsonArg,
  server: { type: 'string', description: 'Of which server: sql or es', valueHint: 'ID' },
} as const;

interface Fields {
  readonly type?: string | undefined;
  readonly dsn?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly user?: string | undefined;
  readonly database?: string | undefined;
  readonly file?: string | undefined;
  readonly scheme?: string | undefined;
  readonly ca?: string | undefined;
  readonly auth?: string | undefined;
  readonly 'api-key-env'?: string | undefined;
  readonly readonly?: boolean | undefined;
  readonly 'password-env'?: string | undefined;
  readonly 'password-stdin': boolean;
  readonly password?: boolean | undefined;
}

interface Opening {
  readonly server?: string | undefined;
  readonly workspace: string;
  readonly timeout?: string | undefined;
  readonly json: boolean;
}

const list = command({
  name: 'list',
  description: 'The named connections, and where each is defined',
  args: shared,
  run: async ({ args }) => {
    const workbench = await open(args);
    const server = args.server === undefined ? undefined : checkServer(args.server);
    const call = (context: TerminalContext) =>
      server === undefined
        ? listAll(workbench, context)
        : askFor(workbench, server, 'list_connections', {}, context);
    await showCall(call, args).finally(() => workbench.close());
  },
});

const add = command({
  name: 'add',
  description: 'Define a connection; the server need not be up',
  args: { ...shared, ...nameArg, ...fieldArgs },
  run: async ({ args }) => {
    const server = args.server ?? (args.type === 'elasticsearch' ? 'es' : 'sql');
    const password = await passwordOf(args, needsPassword(args));
    await callTool(server, 'add_connection', { name: args.name, ...fieldsOf(args), ...password }, args, true);
  },
});

const update = command({
  name: 'update',
  description: 'Change some fields of a connection and keep the others',
  args: { ...shared, ...nameArg, ...fieldArgs },
  run: async ({ args }) => {
    const password = await passwordOf(args, false);
    const input = { name: args.name, ...fieldsOf(args), ...password };
    await callTool(args.server, 'update_connection', input, args, true);
  },
});

const test = command({
  name: 'test',
  description: 'Connect and ask the server who it is',
  args: { ...shared, ...nameArg },
  run: ({ args }) => callTool(args.server, 'test_connection', { name: args.name }, args),
});

const remove = command({
  name: 'remove',
  description: 'Forget a connection; the database is not touched',
  args: { ...shared, ...nameArg, yes: { type: 'boolean', description: 'Do not ask', default: false } },
  run: ({ args }) => callTool(args.server, 'remove_connection', { name: args.name }, args, args.yes),
});

export const connections = defineCommand({
  meta: { name: 'connections', description: 'List, add, test, update and remove named connections' },
  subCommands: { list, add, test, update, remove },
});

function open({ workspace, timeout }: Opening): Promise<Workbench> {
  return openWorkbench({ env: process.env, workspace, flags: { timeoutMs: timeout } });
}

/** Whoever types an addition or a change at a terminal has agreed to it. */
async function callTool(
  given: string | undefined,
  tool: string,
  input: { readonly name: string | undefined },
  opening: Opening,
  agreed = false,
): Promise<void> {
  const workbench = await open(opening);
  const call = async (context: TerminalContext) => {
    const server = given === undefined ? await ownerOf(input.name, workbench, context) : checkServer(given);
    return askFor(workbench, server, tool, input, context);
  };
  await showCall(call, { json: opening.json, agreed }).finally(() => workbench.close());
}

function fieldsOf(args: Fields): Record<string, unknown> {
  if (args.dsn !== undefined && /:\/\/[^/@]*:[^/@]+@/.test(args.dsn)) {
    throw new UsageError(
      'The address holds a password.',
      'Leave it out: it is asked for, or see --password-env.',
    );
  }
  const { type, dsn, host, user, database, file, port, scheme, ca, auth } = args;
  const key = args['api-key-env'];
  const given = {
    type,
    dsn,
    host,
    user,
    database,
    file,
    scheme,
    ca,
    auth,
    apiKey: key === undefined ? undefined : `\${env:${key}}`,
    readonly: args.readonly,
    port: port === undefined ? undefined : Number(port),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function needsPassword(args: Fields): boolean {
  if (args.type === 'elasticsearch' && args.user === undefined) return false;
  const engine =
    args.type === undefined ? builtInEngines.ofDsn(args.dsn ?? '') : builtInEngines.named(args.type);
  return args.file === undefined && (engine === undefined || 'password' in engine.schema.shape);
}

async function passwordOf(args: Fields, wanted: boolean): Promise<{ password?: string }> {
  if (args['password-env'] !== undefined) return { password: `\${env:${args['password-env']}}` };
  if (args['password-stdin']) return { password: (await text(process.stdin)).replace(/\r?\n$/, '') };
  if (args.password === false || !(args.password ?? wanted)) return {};
  const password = await askSecret('Password (empty for none): ');
  return password === '' ? {} : { password };
}
