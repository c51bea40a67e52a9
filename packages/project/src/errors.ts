import { connectionErrors } from '@molehill/connections/errors';
import { defineErrors } from '@molehill/core/errors';

export const projectErrors = defineErrors({
  E_PROJECT_ROOT: {
    when: 'The projectRoot of a tool is not an absolute path, or does not exist.',
    hint: 'Pass the absolute path of the project’s folder in {param:projectRoot}.',
    retryable: false,
  },
  E_PROJECT_NOT_RUNNING: {
    when: 'The project is not served: no editor has it open, and no `molehill up` runs in it.',
    hint: 'Open the project in the editor, or run `molehill up` in it, then call again.',
    retryable: true,
  },
  E_PROJECT_DATABASE: {
    when: 'The project is served, but its database cannot be reached.',
    hint: 'Check that the database runs, and the file that names it.',
    retryable: true,
  },
  E_PROJECT_APPROVAL: {
    when: 'The project’s files name another host, a file outside the project or a variable of the process, and no person approved it.',
    hint: 'A person runs `molehill project approve` in the project, or approves it on the page of `molehill up`.',
    retryable: false,
  },
  E_PROJECT_OUTDATED: {
    when: 'The project’s files changed between showing what they ask for and approving it.',
    hint: 'Review the current state and approve again.',
    retryable: true,
  },
  E_NO_DATABASE: {
    when: 'None of the project’s files names a usable database.',
    hint: 'Name it in .molehill.json: {"database": "postgres://user@host/name"}.',
    retryable: false,
  },
});

/** Whether the database is missing, unreachable or rejects the login. */
export function isConnectionError(code: string): boolean {
  return code in connectionErrors.table || ['E_NO_DATABASE', 'E_AUTH', 'E_TLS'].includes(code);
}
