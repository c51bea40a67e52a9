import * as sdk from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, metaKeys } from './protocol.ts';

test('constants are those of the SDK', () => {
  expect(metaKeys).toEqual({
    clientCapabilities: sdk.CLIENT_CAPABILITIES_META_KEY,
    clientInfo: sdk.CLIENT_INFO_META_KEY,
    logLevel: sdk.LOG_LEVEL_META_KEY,
    serverInfo: sdk.SERVER_INFO_META_KEY,
  });
  const { MethodNotFound, InvalidParams, InternalError } = sdk.ProtocolErrorCode;
  expect([METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR]).toEqual([
    MethodNotFound,
    InvalidParams,
    InternalError,
  ]);
});
