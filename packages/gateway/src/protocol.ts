import * as sdk from '@modelcontextprotocol/client';

export const metaKeys = {
  clientCapabilities: sdk.CLIENT_CAPABILITIES_META_KEY,
  clientInfo: sdk.CLIENT_INFO_META_KEY,
  logLevel: sdk.LOG_LEVEL_META_KEY,
  serverInfo: sdk.SERVER_INFO_META_KEY,
} as const;

export const sdkErrorCodes = sdk.SdkErrorCode;

export function isProtocolError(error: unknown): error is sdk.ProtocolError {
  return error instanceof sdk.ProtocolError;
}

export function isSdkError(error: unknown): error is sdk.SdkError {
  return error instanceof sdk.SdkError;
}

export function isSdkHttpError(error: unknown): error is sdk.SdkHttpError {
  return error instanceof sdk.SdkHttpError;
}

export function matchesTemplate(template: string, uri: string): boolean {
  try {
    return new sdk.UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}
