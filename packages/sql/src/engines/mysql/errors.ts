import { coreErrors, type ErrorOptions, type MolehillError } from '@molehill/core/errors';
import { type SqlCode, sqlErrors } from '../../errors.ts';
import { keysByWord } from '../../word-list.ts';
import { authFailed, classifyClientError, unreachable } from '../shared/connection-errors.ts';

/** Error numbers, and for other numbers the class of the SQLSTATE. */
const CODES = keysByWord<SqlCode>({
  E_READONLY: '1290 1792 1836 3989',
  E_SYNTAX: '1064 1065 1149 1327',
  E_NO_SUCH_COLUMN: '1054',
  E_NO_SUCH_TABLE: '1049 1051 1091 1109 1128 1146 1176 1305 1360 1508 1539 4091',
  E_PERMISSION: '1044 1095 1142 1143 1227 1370 1410 1419 1449',
  E_CONSTRAINT: '23 1048 1062 1216 1217 1364 1451 1452 1557 1586 1761 1762 3819 4025',
  E_DATA: '22 1264 1265 1292 1365 1366 1367 1406 1411 1425 1426 1525 1690 3140 3141 4038',
  E_DEADLOCK: '40 1213 1020',
  E_LOCK_TIMEOUT: '1205 3572',
  E_LIMIT: '1021 1037 1038 1040 1041 1114 1129 1153 1203 1226 1436',
  E_AUTH: '28 1045 1251 1275 1524 1698 1862 3118 4151',
  E_TLS: '1759 3159',
  E_CONNECT_FAILED: '08 1053 1077 1152 1158 1159 1160 1161 1184 1927 2006 2013 4031',
  E_UNSUPPORTED: '1148 1235 1295 1314 1336 1568 1694 3948 4166',
});

export const READ_ONLY_TRANSACTION = 1792;
export const UNSUPPORTED_AS_PREPARED = 1295;
const INTERRUPTED = 1317;
const TIME_LIMIT = [1969, 3024];
const WRONG_ARGUMENTS = 1210;
const NO_SUCH_COLUMN = 1054;
const NO_SUCH_TABLE = 1146;

interface ServerError {
  readonly message: string;
  readonly errno: number;
  readonly sqlState: string | undefined;
}

function isServerError(error: unknown): error is Error & ServerError {
  return error instanceof Error && 'sqlState' in error && 'errno' in error && typeof error.errno === 'number';
}

export function errorNumber(error: unknown): number | undefined {
  return isServerError(error) ? error.errno : undefined;
}

function classifyServerError(error: ServerError): MolehillError {
  const { errno, sqlState } = error;
  const message = `The database says: ${error.message.replace(/\.$/, '')}.`;
  const options: ErrorOptions = { details: { errno, sqlstate: sqlState }, cause: error };
  if (errno === INTERRUPTED) return coreErrors.fail('E_CANCELLED', message, options);
  if (TIME_LIMIT.includes(errno)) return coreErrors.fail('E_TIMEOUT', message, options);
  if (errno === WRONG_ARGUMENTS) return coreErrors.fail('E_INVALID_PARAMS', message, options);
  const code = CODES.get(String(errno)) ?? CODES.get(sqlState?.slice(0, 2) ?? '') ?? 'E_SQL';
  const missing = missingName(errno, error.message);
  if (missing === undefined) return sqlErrors.fail(code, message, options);
  // A parameter of PostgreSQL is taken for a column.
  if (/^\$\d+$/.test(missing))
    return sqlErrors.fail(code, message, { ...options, hint: 'Write ? for each parameter.' });
  return sqlErrors.fail(code, message, { ...options, details: { ...options.details, missing } });
}

/** The table or column that does not exist. */
function missingName(errno: number, message: string): string | undefined {
  if (errno === NO_SUCH_COLUMN) return /^Unknown column '(.+?)' in /.exec(message)?.[1];
  return errno === NO_SUCH_TABLE ? /^Table '(?:[^.]*\.)?(.+)' doesn't exist/.exec(message)?.[1] : undefined;
}

/** The driver's own errors. */
function classifyDriverError(error: Error): MolehillError | undefined {
  if (/closed state|Connection lost|ETIMEDOUT/.test(error.message)) return unreachable(error);
  const code = 'code' in error ? String(error.code) : '';
  return /^(AUTH_SWITCH|MYSQL_CLEAR_PASSWORD)/.test(code) ? authFailed(error) : undefined;
}

export function classifyError(error: unknown): MolehillError | undefined {
  return isServerError(error) ? classifyServerError(error) : classifyClientError(error, classifyDriverError);
}
