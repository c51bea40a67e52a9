import { isRecord } from '@molehill/core/record';
import type { ReferenceSyntax } from '../references.ts';
import type { ConfigFormat } from '../upstream-config.ts';

type Entries = Readonly<Record<string, unknown>>;

export interface FileFormat {
  /** The entries by name, or nothing if the document has another form. */
  entries(document: unknown): Entries | undefined;
  /** Whether entries may have Molehill's own settings. */
  readonly hasSettings: boolean;
  readonly syntax: ReferenceSyntax;
  /** The expected form, for error messages. */
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

/** Our own files accept the formats of other clients, because people copy entries from there. */
const ours: FileFormat = {
  entries: byKey('mcpServers', 'servers', 'mcp'),
  hasSettings: true,
  syntax: 'any',
  form: '{"mcpServers": {…}}',
};

const mcp: FileFormat = { ...ours, entries: byKey('mcpServers'), hasSettings: false, syntax: 'shell' };

export const formats: Readonly<Record<ConfigFormat, FileFormat>> = {
  molehill: ours,
  user: ours,
  dispatch: {
    ...ours,
    entries: (document) => (isBareMap(document) ? document : ours.entries(document)),
  },
  opencode: { ...mcp, entries: openCodeEntries, syntax: 'braces', form: '{"mcp": {…}}' },
  mcp,
  vscode: { ...mcp, entries: byKey('servers'), syntax: 'editor', form: '{"servers": {…}}' },
  cursor: { ...mcp, syntax: 'editor' },
};

/** Newer versions of opencode nest the servers one level deeper. */
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
