import type { Caller } from './caller.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { ServerIdentity, ToolServer } from './server.ts';

const PLACEHOLDER = /\{(tool|param):([\w.-]+)(?:=([^{}]*))?\}/g;

/** As it introduces itself to an agent, with the names of tools that the agent can call. */
export async function introductionOf(
  server: ServerIdentity & Pick<ToolServer, 'introduce'>,
  isPrefixed: boolean,
): Promise<string> {
  const text = await server.introduce?.();
  if (text === undefined) return server.instructions;
  const entry = { server, name: isPrefixed ? `${server.id}__` : '', tool: { name: '' } };
  return phraseFor(entry, { frontend: 'stdio' })(text);
}

/**
 * Texts name tools and parameters as `{tool:query}`, `{tool:sql.query}`, `{param:limit}` or `{param:limit=50}`. Each
 * caller reads the name it can use: as listed for an agent, as a command in a terminal.
 */
export function phraseFor(
  {
    name,
    server,
    tool,
  }: Pick<CatalogueEntry, 'name' | 'server'> & { readonly tool: { readonly name: string } },
  { frontend }: Pick<Caller, 'frontend'>,
): (text: string) => string {
  const isPrefixed = name === `${server.id}__${tool.name}`;
  const toolName = (reference: string) => {
    const dot = reference.indexOf('.');
    const [owner, own] =
      dot < 0 ? [server.id, reference] : [reference.slice(0, dot), reference.slice(dot + 1)];
    const command = owner === server.id ? server.command : undefined;
    if (frontend === 'cli') return `\`${command ?? `molehill tools call ${owner}`} ${own}\``;
    return isPrefixed ? `${owner}__${own}` : own;
  };
  const parameter = (key: string, value: string | undefined) => {
    if (frontend === 'cli') return `${key}=${value ?? '…'}`;
    return value === undefined ? key : `${key}: ${value}`;
  };
  return (text) =>
    text.replace(PLACEHOLDER, (_, kind: string, key: string, value?: string) =>
      kind === 'tool' ? toolName(key) : parameter(key, value),
    );
}
