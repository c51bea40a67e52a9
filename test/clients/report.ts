import { isDeepStrictEqual } from 'node:util';
import { type CallOutcome, type Row, scriptedModel, type Target } from './client.ts';
import type { WireCall } from './trace.ts';

const columnsFor = ({ calls }: Target) => [
  'Client',
  'Version',
  'Connects',
  'Lists tools',
  ...calls.map(({ tool }) => `Calls \`${tool}\``),
  'Note',
];

type Ran = Extract<Row, { state: 'ran' }>;

function listCell({ outcome, wire }: Ran): string {
  if (!outcome.tools) return outcome.connected ? 'not shown' : 'no';
  const [shown, sent] = [outcome.tools.length, wire.tools.length];
  return shown === sent ? 'all' : `${shown} of ${sent}`;
}

const wireCallOf = ({ wire }: Ran, tool: string) => wire.calls.findLast((call) => call.tool === tool);

function callCell(row: Ran, tool: string, call: CallOutcome | undefined): string {
  if (!call) return 'no';
  if (!call.done) return `no: ${call.reason}`;
  const failed = wireCallOf(row, tool)?.isError ? ', and the tool reports an error' : '';
  return `yes, asked by ${call.by}${failed}`;
}

/** Which part of the result a model sees: some clients pass structuredContent instead of the text. */
function halfSeen(seen: string, call: WireCall): string | undefined {
  if (call.text !== '' && seen.includes(call.text)) return 'its model reads the text of a result';
  const json = seen.slice(seen.indexOf('{'), seen.lastIndexOf('}') + 1);
  try {
    if (isDeepStrictEqual(JSON.parse(json), call.structured))
      return 'its model reads structuredContent instead of the text';
  } catch {
    // Not JSON: neither part is recognised.
  }
  return undefined;
}

function notes(row: Ran, { calls: [first] }: Target): string {
  const { outcome, wire } = row;
  const tool = first?.tool ?? '';
  const [call, answered] = [outcome.calls[0], wireCallOf(row, tool)];
  const named = outcome.tools?.find((name) => name.endsWith(tool));
  return [
    wire.protocols.length > 0 && `speaks ${wire.protocols.join(' and ')}`,
    wire.discovers && 'asks `server/discover`',
    named && named !== tool && `names the tool \`${named}\``,
    answered && call?.done && call.by === scriptedModel && halfSeen(call.text, answered),
  ]
    .filter(Boolean)
    .join('; ');
}

function cells(row: Row, target: Target): string[] {
  const { name, version } = row.client;
  const { calls } = target;
  if (row.state === 'unavailable') return [name, version, 'not run', '', ...calls.map(() => ''), row.reason];
  const connects = `${row.outcome.connected ? 'yes' : 'no'}: ${row.outcome.evidence}`;
  const called = calls.map(({ tool }, index) => callCell(row, tool, row.outcome.calls[index]));
  return [name, version, connects, listCell(row), ...called, notes(row, target)];
}

function line(values: string[]): string {
  return `| ${values.map((value) => value.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

export function renderTable(rows: Row[], target: Target): string {
  const columns = columnsFor(target);
  const divider = columns.map(() => '---');
  return [columns, divider, ...rows.map((row) => cells(row, target))].map(line).join('\n');
}

export function renderPage(rows: Row[], target: Target): string {
  return `# Clients

Results of third-party MCP clients with \`molehill mcp --mode full\`, each with an empty home folder and without a login. \`npm run clients -- --write\` runs them and writes this page.

${renderTable(rows, target)}

${target.calls.map(({ tool }) => `\`${tool}\``).join(' is a tool of Molehill, ')} a tool of the protocol's reference server as an upstream server, which the project configures and
\`molehill servers approve\` approved. A scripted model is a local endpoint that implements the vendor's model API and requests those calls in order; client
and servers are the real programs. The notes come from a recorder between client and server, which forwards every byte.
`;
}

/** Details that change from run to run or matter only for a failure. */
export function renderDetails(row: Row): string {
  if (row.state === 'unavailable') return `${row.client.name}: ${row.reason}: ${row.detail}`;
  const { outcome, wire } = row;
  const results = outcome.calls.map((call) => (call.done ? JSON.stringify(call.text.slice(0, 160)) : 'none'));
  const facts = [
    `${(row.durationMs / 1000).toFixed(1)} s`,
    `${wire.tools.length} tools sent, ${outcome.tools?.length ?? 'unknown'} shown`,
    `${wire.processes} server processes, ended by ${wire.endings.join(' and ') || 'themselves'}`,
    `results ${results.join(' and ') || 'none'}`,
  ];
  return `${row.client.name}: ${facts.join('; ')}`;
}
