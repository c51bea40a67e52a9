import * as sdk from '@modelcontextprotocol/client';

/** The words of the protocol for those who pass it on. The client SDK has the same, and knows these errors by their brand. */

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

/** Whether an address is one that a template could have made. */
export function fitsTemplate(template: string, uri: string): boolean {
  try {
    return new sdk.UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}
