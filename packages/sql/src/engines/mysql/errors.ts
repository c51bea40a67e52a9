import { coreErrors, type ErrorOptions, isMolehillError, type MolehillError } from '@molehill/core/errors';
import { type SqlCode, sqlErrors } from '../../errors.ts';
import { classifyNetworkError } from '../shared/connection-errors.ts';

/** The server's numbers, by what they mean to us. */
const NUMBERS: readonly (readonly [SqlCode, readonly number[]])[] = [
  ['E_READONLY', [1290, 1792, 1836, 3989]],
  ['E_SYNTAX', [1064, 1065, 1149, 1327]],
  ['E_NO_SUCH_TABLE', [1049, 1051, 1054, 1091, 1109, 1128, 1146, 1176, 1305, 1360, 1508, 1539, 4091]],
  ['E_PERMISSION', [1044, 1095, 1142, 1143, 1227, 1370, 1410, 1419, 1449]],
  ['E_CONSTRAINT', [1048, 1062, 1216, 1217, 1364, 1451, 1452, 1557, 1586, 1761, 1762, 3819, 4025]],
  ['E_DATA', [1264, 1265, 1292, 1365, 1366, 1367, 1406, 1411, 1425, 1426, 1525, 1690, 3140, 3141, 4038]],
  ['E_DEADLOCK', [1213, 1020]],
  ['E_LOCK_TIMEOUT', [1205, 3572]],
  ['E_LIMIT', [1021, 1037, 1038, 1040, 1041, 1114, 1129, 1153, 1203, 1226, 1436]],
  ['E_AUTH', [1045, 1251, 1275, 1524, 1698, 1862, 3118, 4151]],
  ['E_TLS', [1759, 3159]],
  ['E_CONNECT_FAILED', [1053, 1077, 1152, 1158, 1159, 1160, 1161, 1184, 1927, 2006, 2013, 4031]],
  ['E_UNSUPPORTED', [1148, 1235, 1295, 1314, 1336, 1568, 1694, 3948, 4166]],
];

const BY_NUMBER = new Map(
  NUMBERS.flatMap(([code, numbers]) => numbers.map((number) => [number, code] as const)),
);

/** For numbers that are not listed, the class of the SQLSTATE. */
const BY_STATE: Readonly<Record<string, SqlCode>> = {
  '08': 'E_CONNECT_FAILED',
  '22': 'E_DATA',
  '23': 'E_CONSTRAINT',
  '28': 'E_AUTH',
  '40': 'E_DEADLOCK',
};

export const UNSUPPORTED_AS_PREPARED = 1295;
const INTERRUPTED = 1317;
const TOO_LONG = new Set([1969, 3024]);
const WRONG_ARGUMENTS = 1210;

interface ServerError {
  readonly message: string;
  readonly errno: number;
  readonly sqlState: string;
}

function isServerError(error: unknown): error is Error & ServerError {
  return error instanceof Error && 'sqlState' in error && 'errno' in error && typeof error.errno === 'number';
}

export function errorNumber(error: unknown): number | undefined {
  return isServerError(error) ? error.errno : undefined;
}

function classifyServerError(error: ServerError): MolehillError {
  const message = `The database says: ${error.message.replace(/\.$/, '')}.`;
  const options: ErrorOptions = { details: { errno: error.errno, sqlstate: error.sqlState }, cause: error };
  if (error.errno === INTERRUPTED) return coreErrors.fail('E_CANCELLED', message, options);
  if (TOO_LONG.has(error.errno)) return coreErrors.fail('E_TIMEOUT', message, options);
  if (error.errno === WRONG_ARGUMENTS) return coreErrors.fail('E_INVALID_PARAMS', message, options);
  const code = BY_NUMBER.get(error.errno) ?? BY_STATE[error.sqlState?.slice(0, 2) ?? ''] ?? 'E_SQL';
  return sqlErrors.fail(code, message, options);
}

/** Failures that the driver itself finds. */
function classifyDriverError(error: Error): MolehillError | undefined {
  if (/closed state|Connection lost|ETIMEDOUT/.test(error.message))
    return sqlErrors.fail('E_CONNECT_FAILED', `The database cannot be reached: ${error.message}.`, {
      cause: error,
    });
  if ('code' in error && /^(AUTH_SWITCH|MYSQL_CLEAR_PASSWORD)/.test(String(error.code)))
    return sqlErrors.fail('E_AUTH', `Signing in failed: ${error.message}.`, { cause: error });
  return undefined;
}

export function classifyError(error: unknown): MolehillError | undefined {
  if (isMolehillError(error)) return error;
  if (isServerError(error)) return classifyServerError(error);
  return classifyNetworkError(error) ?? (error instanceof Error ? classifyDriverError(error) : undefined);
}

/** The same for a `catch`: what is not known stays what it is. */
export function explainError(error: unknown): unknown {
  return classifyError(error) ?? error;
}
