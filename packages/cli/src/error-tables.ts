import { bridgeErrors } from '@molehill/bridge/errors';
import { connectionErrors } from '@molehill/connections/errors';
import { coreErrors, type ErrorTable } from '@molehill/core/errors';
import { fileErrors } from '@molehill/core/files/errors';
import { upstreamErrors } from '@molehill/core/upstream';
import { editorErrors } from '@molehill/editor/errors';
import { gatewayErrors } from '@molehill/gateway/errors';
import { projectErrors } from '@molehill/project/errors';
import { httpErrors } from '@molehill/serve/http/refusal';
import { sqlErrors } from 'dbmole-mcp/errors';
import { esErrors } from 'esmole-mcp/errors';

/** Every table of error codes, by the file that declares it. */
export const errorTables: Readonly<Record<string, ErrorTable>> = {
  'core/src/errors.ts': coreErrors.table,
  'core/src/files/errors.ts': fileErrors.table,
  'core/src/upstream.ts': upstreamErrors.table,
  'serve/src/http/refusal.ts': httpErrors.table,
  'connections/src/errors.ts': connectionErrors.table,
  'sql/src/errors.ts': sqlErrors.table,
  'elasticsearch/src/errors.ts': esErrors.table,
  'bridge/src/errors.ts': bridgeErrors.table,
  'project/src/errors.ts': projectErrors.table,
  'editor/src/errors.ts': editorErrors.table,
  'gateway/src/errors.ts': gatewayErrors.table,
};
