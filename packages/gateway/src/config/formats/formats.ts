import { isRecord } from '@molehill/core/record';
import type { DeclaredServer } from '../declared.ts';
import type { ReferenceSyntax } from '../references.ts';
import type { ConfigFormat } from '../upstream-config.ts';
import { readEntry } from './entry.ts';

type Entries = Readonly<Record<string, unknown>>;

/** How one client writes down its servers. */
export interface FileFormat {
  /** The entries by name, or nothing when the document has another form. */
  entries(document: unknown): Entries | undefined;
  read(entry: unknown): DeclaredServer;
  readonly syntax: ReferenceSyntax;
  /** Where the servers are expected, for the message when they are not there. */
  readonly form: string;
}

const byKey =
  (...keys: readonly string[]) =>
  (document: unknown): Entries | undefined => {
    if (!isRecord(document)) return undefined;
    const found = keys.find((key) => document[key] !== undefined);
    if (found === undefined) return {};
    const entries = document[found];
    return isRecord(entries) ? entries : undefined;
  };

/** Our own files take what people copy into them from anywhere. */
const ours: FileFormat = {
  entries: byKey('mcpServers', 'servers', 'mcp'),
  read: (entry) => readEntry(entry, { own: true }),
  syntax: 'any',
  form: '{"mcpServers": {…}}',
};

const dispatch: FileFormat = {
  ...ours,
  entries: (document) => (isBareMap(document) ? document : ours.entries(document)),
};

const opencode: FileFormat = {
  entries: openCodeEntries,
  read: (entry) => readEntry(entry, { own: false }),
  syntax: 'braces',
  form: '{"mcp": {…}}',
};

const mcp: FileFormat = {
  entries: byKey('mcpServers'),
  read: (entry) => readEntry(entry, { own: false }),
  syntax: 'shell',
  form: '{"mcpServers": {…}}',
};

const vscode: FileFormat = { ...mcp, entries: byKey('servers'), syntax: 'editor', form: '{"servers": {…}}' };
const cursor: FileFormat = { ...mcp, syntax: 'editor' };

export const formats: Readonly<Record<ConfigFormat, FileFormat>> = {
  molehill: ours,
  user: ours,
  dispatch,
  opencode,
  mcp,
  vscode,
  cursor,
};

/** The second generation of its configuration puts the servers one level deeper. */
function openCodeEntries(document: unknown): Entries | undefined {
  const entries = byKey('mcp')(document);
  const inner = entries?.servers;
  const isEntry = isRecord(inner) && ('type' in inner || 'enabled' in inner);
  return isRecord(inner) && !isEntry ? inner : entries;
}

function isBareMap(document: unknown): document is Entries {
  if (!isRecord(document)) return false;
  const values = Object.values(document);
  return (
    values.length > 0 && values.every((value) => isRecord(value) && ('command' in value || 'url' in value))
  );
}
