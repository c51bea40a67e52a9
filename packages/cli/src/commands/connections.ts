import { text } from 'node:stream/consumers';
import { defineCommand, type ParsedArgs } from 'citty';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { askSecret } from '../ask-secret.ts';
import { command, commonArgs, jsonArg } from '../command.ts';
import { callConnectionTool, checkServer, listAll, ownerOf } from '../connection-servers.ts';
import { UsageError } from '../output.ts';
import { showCall, type TerminalContext } from '../terminal-call.ts';
import { openWorkbench } from '../workbench.ts';

/** The connection tools for a terminal. Passwords are prompted for: every user of the machine can read the arguments of a process. */

const sqlTypes = builtInEngines.engines.map(({ type }) => type);

const fieldArgs = {
  type: { type: 'string', description: `${sqlTypes.join(', ')} or elasticsearch`, valueHint: 'ENGINE' },
  dsn: {
    type: 'string',
    description: 'Connection URL without a password, instead of the single fields',
    valueHint: 'URL',
  },
  host: { type: 'string', description: 'Host name' },
  port: { type: 'string', description: 'Port, if not the default one' },
  user: { type: 'string', description: 'User name' },
  database: { type: 'string', description: 'Database name' },
  file: { type: 'string', description: 'SQLite: database file' },
  scheme: { type: 'string', description: 'elasticsearch: http or https (default https)' },
  ca: { type: 'string', description: 'elasticsearch: CA file to trust', valueHint: 'FILE' },
  auth: { type: 'string', description: 'elasticsearch: none, for a cluster without authentication' },
  'api-key-env': {
    type: 'string',
    description: 'elasticsearch: environment variable with the API key',
    valueHint: 'NAME',
  },
  readonly: { type: 'boolean', description: 'Reject calls that would change something' },
  'password-env': {
    type: 'string',
    description: 'Environment variable with the password',
    valueHint: 'NAME',
  },
  'password-stdin': { type: 'boolean', description: 'Read the password from standard input', default: false },
  password: {
    type: 'boolean',
    description: 'Prompt for the password',
    negativeDescription: 'Connect without a password',
  },
} as const;

const nameArg = { name: { type: 'positional', description: 'Connection name' } } as const;
const shared = {
  ...commonArgs,
  ...jsonArg,
  server: { type: 'string', description: 'Server of the connection: sql or es', valueHint: 'ID' },
} as const;

/** Fields that the tool takes as they are typed. */
const copiedFields = [
  ...(['type', 'dsn', 'host', 'user', 'database', 'file'] as const),
  ...(['scheme', 'ca', 'auth', 'readonly'] as const),
];

type Fields = ParsedArgs<typeof fieldArgs>;
type Shared = ParsedArgs<typeof shared>;

const list = command({
  name: 'list',
  description: 'List connections and where each is defined',
  args: shared,
  run: async ({ args }) => {
    const workbench = await openWorkbench(args);
    const server = args.server === undefined ? undefined : checkServer(args.server);
    const call = (context: TerminalContext) =>
      server === undefined
        ? listAll(workbench, context)
        : callConnectionTool(workbench, server, 'list_connections', {}, context);
    await showCall(call, args).finally(() => workbench.close());
  },
});

const add = command({
  name: 'add',
  description: 'Add a connection; its server need not be running',
  args: { ...shared, ...nameArg, ...fieldArgs },
  run: async ({ args }) => {
    const server = args.server ?? (args.type === 'elasticsearch' ? 'es' : 'sql');
    const password = await passwordOf(args, needsPassword(args));
    await callTool(server, 'add_connection', { name: args.name, ...fieldsOf(args), ...password }, args, true);
  },
});

const update = command({
  name: 'update',
  description: 'Change some fields of a connection',
  args: { ...shared, ...nameArg, ...fieldArgs },
  run: async ({ args }) => {
    const password = await passwordOf(args, false);
    const input = { name: args.name, ...fieldsOf(args), ...password };
    await callTool(args.server, 'update_connection', input, args, true);
  },
});

const test = command({
  name: 'test',
  description: 'Connect and show the server’s version and role',
  args: { ...shared, ...nameArg },
  run: ({ args }) => callTool(args.server, 'test_connection', { name: args.name }, args),
});

const remove = command({
  name: 'remove',
  description: 'Remove a connection; its database is not changed',
  args: {
    ...shared,
    ...nameArg,
    yes: { type: 'boolean', description: 'Do not ask for confirmation', default: false },
  },
  run: ({ args }) => callTool(args.server, 'remove_connection', { name: args.name }, args, args.yes),
});

export const connections = defineCommand({
  meta: { name: 'connections', description: 'List, add, test, update and remove named connections' },
  subCommands: { list, add, test, update, remove },
});

/** Typing `add` or `update` at a terminal counts as confirmation. */
async function callTool(
  given: string | undefined,
  tool: string,
  input: { readonly name: string | undefined },
  shared: Shared,
  agreed = false,
): Promise<void> {
  const workbench = await openWorkbench(shared);
  const call = async (context: TerminalContext) => {
    const server = given === undefined ? await ownerOf(input.name, workbench, context) : checkServer(given);
    return callConnectionTool(workbench, server, tool, input, context);
  };
  await showCall(call, { json: shared.json, agreed }).finally(() => workbench.close());
}

function fieldsOf(args: Fields): Record<string, unknown> {
  if (args.dsn !== undefined && /:\/\/[^/@]*:[^/@]+@/.test(args.dsn)) {
    throw new UsageError(
      'The URL contains a password.',
      'Omit it: it is prompted for. Or use --password-env.',
    );
  }
  const key = args['api-key-env'];
  const given = {
    ...Object.fromEntries(copiedFields.map((field) => [field, args[field]])),
    apiKey: key === undefined ? undefined : `\${env:${key}}`,
    port: args.port === undefined ? undefined : Number(args.port),
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
