import { defineErrors } from '@molehill/core/errors';

/** What can go wrong between a caller and whoever has the project open. */
export const bridgeErrors = defineErrors({
  E_BRIDGE_UNAVAILABLE: {
    when: 'Nobody who has this project open can be reached.',
    hint: 'Open the project in the editor, or start `molehill up` in it, and call again.',
    retryable: true,
  },
  E_AMBIGUOUS_WINDOW: {
    when: 'Several open windows fit equally well.',
    hint: 'Name one of the listed windows by its id or folder with `workspace`.',
    retryable: false,
  },
  E_JOB_PICKUP: {
    when: 'A host is there, and did not take the job in time. The job was not run.',
    hint: 'See whether the editor window hangs, then call again.',
    retryable: true,
  },
  E_JOB_INTERRUPTED: {
    when: 'The host went away while it had the job: it may have run in part, as a whole or not at all. It is not run again.',
    hint: 'Look at what the call would have changed before calling again.',
    retryable: false,
    outranksAbort: true,
  },
  E_JOB_FOLDER: {
    when: 'The job folder cannot be read or written: a full or read-only disk, missing rights, or a file that is not what it should be.',
    hint: 'Make .vsc-bridge in the workspace a folder that its owner can write, on a disk with space.',
    retryable: false,
  },
  E_JOB_UNANSWERED: {
    when: 'The job was run, and its answer could not be written or was taken away before it was read.',
    hint: 'Look at what the call changed before calling again, and see that the disk has space.',
    retryable: false,
    outranksAbort: true,
  },
  E_BUSY: {
    when: 'So many calls wait for this host that no more are accepted. The call was not run.',
    hint: 'Wait for the running calls to finish, then call again.',
    retryable: true,
  },
  E_HOST_ANSWER: {
    when: 'What answers at the host’s port does not speak as a host does.',
    hint: 'Update both sides to the same version.',
    retryable: false,
  },
});
