import { isDeepStrictEqual } from 'node:util';
import { type Row, scriptedModel } from './client.ts';
import type { WireCall } from './trace.ts';

const columns = ['Client', 'Version', 'Connects', 'Lists tools', 'Calls a tool', 'Note'];

type Ran = Extract<Row, { state: 'ran' }>;

function listCell({ outcome, wire }: Ran): string {
  if (!outcome.tools) return outcome.connected ? 'not shown' : 'no';
  const [shown, sent] = [outcome.tools.length, wire.tools.length];
  return shown === sent ? 'all' : `${shown} of ${sent}`;
}

function callCell({ outcome: { call }, wire }: Ran): string {
  if (!call.done) return `no: ${call.reason}`;
  const failed = wire.calls.at(-1)?.isError ? ', and the tool reports an error' : '';
  return `yes, asked by ${call.by}${failed}`;
}

/** Which half of the result a model gets to see: some clients give it structuredContent in place of the text. */
function halfSeen(seen: string, call: WireCall): string | undefined {
  if (call.text !== '' && seen.includes(call.text)) return 'its model reads the text of a result';
  const json = seen.slice(seen.indexOf('{'), seen.lastIndexOf('}') + 1);
  try {
    if (isDeepStrictEqual(JSON.parse(json), call.structured))
      return 'its model reads structuredContent instead of the text';
  } catch {
    // Not JSON: neither half is recognised.
  }
  return undefined;
}

function notes({ outcome, wire }: Ran, tool: string): string {
  const call = wire.calls.at(-1);
  const named = outcome.tools?.find((name) => name.endsWith(tool));
  return [
    wire.protocols.length > 0 && `speaks ${wire.protocols.join(' and ')}`,
    wire.discovers && 'asks `server/discover`',
    named && named !== tool && `names the tool \`${named}\``,
    call && outcome.call.done && outcome.call.by === scriptedModel && halfSeen(outcome.call.text, call),
  ]
    .filter(Boolean)
    .join('; ');
}

function cells(row: Row, tool: string): string[] {
  const { name, version } = row.client;
  if (row.state === 'unavailable') return [name, version, 'not run', '', '', row.reason];
  const connects = `${row.outcome.connected ? 'yes' : 'no'}: ${row.outcome.evidence}`;
  return [name, version, connects, listCell(row), callCell(row), notes(row, tool)];
}

function line(values: string[]): string {
  return `| ${values.map((value) => value.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

export function renderTable(rows: Row[], tool: string): string {
  const divider = columns.map(() => '---');
  return [columns, divider, ...rows.map((row) => cells(row, tool))].map(line).join('\n');
}

export function renderPage(rows: Row[], tool: string): string {
  return `# Clients

What real MCP clients do with \`molehill mcp\`, each in an empty home folder and without a login; \`npm run clients -- --write\` runs them and writes this page.

${renderTable(rows, tool)}

The tool called is \`${tool}\`. A scripted model is a local endpoint that speaks the vendor's model API and asks for that one call:
the client and the server are real, only the model is not. The notes come from a recorder between the two, which passes every byte on.
`;
}

/** What changes from run to run, or is of use only when something is wrong. */
export function renderDetails(row: Row): string {
  if (row.state === 'unavailable') return `${row.client.name}: ${row.reason}: ${row.detail}`;
  const { outcome, wire } = row;
  const result = outcome.call.done ? JSON.stringify(outcome.call.text.slice(0, 160)) : 'none';
  const facts = [
    `${(row.durationMs / 1000).toFixed(1)} s`,
    `${wire.tools.length} tools sent, ${outcome.tools?.length ?? 'unknown'} shown`,
    `${wire.processes} server processes, ended by ${wire.endings.join(' and ') || 'themselves'}`,
    `result ${result}`,
  ];
  return `${row.client.name}: ${facts.join('; ')}`;
}
