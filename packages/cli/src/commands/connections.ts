import { text as readText } from 'node:stream/consumers';
import { defineCommand, type ParsedArgs } from 'citty';
import { builtInEngines } from 'dbmole-mcp/engines/registry';
import { askSecret } from '../ask-secret.ts';
import { command, commonArgs, flag, jsonArg, text, word } from '../command.ts';
import { callConnectionTool, checkServer, listAll, ownerOf } from '../connection-servers.ts';
import { UsageError } from '../output.ts';
import { showCall, type TerminalContext } from '../terminal-call.ts';
import { openWorkbench } from '../workbench.ts';

/** The connection tools for a terminal. Passwords are prompted for: every user of the machine can read the arguments of a process. */

const sqlTypes = builtInEngines.engines.map(({ type }) => type);

const fieldArgs = {
  type: text(`${sqlTypes.join(', ')} or elasticsearch`, 'ENGINE'),
  dsn: text('Connection URL without a password, instead of the single fields', 'URL'),
  host: text('Host name'),
  port: text('Port, if not the default one'),
  user: text('User name'),
  database: text('Database name'),
  file: text('SQLite: database file'),
  scheme: text('elasticsearch: http or https (default https)'),
  ca: text('elasticsearch: CA file to trust', 'FILE'),
  auth: text('elasticsearch: none, for a cluster without authentication'),
  'api-key-env': text('elasticsearch: environment variable with the API key', 'NAME'),
  readonly: { type: 'boolean', description: 'Reject calls that would change something' },
  'password-env': text('Environment variable with the password', 'NAME'),
  'password-stdin': flag('Read the password from standard input'),
  password: {
    type: 'boolean',
    description: 'Prompt for the password',
    negativeDescription: 'Connect without a password',
  },
} as const;

const nameArg = { name: word('Connection name') } as const;
const shared = {
  ...commonArgs,
  ...jsonArg,
  server: text('Server of the connection: sql or es', 'ID'),
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
    yes: flag('Do not ask for confirmation'),
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
  if (args['password-stdin']) return { password: (await readText(process.stdin)).replace(/\r?\n$/, '') };
  if (args.password === false || !(args.password ?? wanted)) return {};
  const password = await askSecret('Password (empty for none): ');
  return password === '' ? {} : { password };
}
