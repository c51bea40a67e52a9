import { defineErrors } from '@molehill/core/errors';

export const bridgeErrors = defineErrors({
  E_BRIDGE_UNAVAILABLE: {
    when: 'No host that has this project open can be reached.',
    hint: 'Open the project in the editor, or start `molehill up` in it, and call again.',
    retryable: true,
  },
  E_AMBIGUOUS_WINDOW: {
    when: 'Several open windows match equally well.',
    hint: 'Name one of the listed windows by its id or folder with {param:workspace}.',
    retryable: false,
  },
  E_PICKUP_TIMEOUT: {
    when: 'A host is running and did not claim the job in time. The job was not run.',
    hint: 'Check whether the editor window hangs, then call again.',
    retryable: true,
  },
  E_JOB_INTERRUPTED: {
    when: 'The host stopped while it had the job, which may have run partly, completely or not at all. It is not run again.',
    hint: 'Check what the call would have changed before calling again.',
    retryable: false,
    outranksAbort: true,
  },
  E_JOB_FOLDER: {
    when: 'The job folder cannot be read or written: a full or read-only disk, missing permissions, unexpected files, or a folder that came with the workspace.',
    hint: 'Make .vsc-bridge in the workspace a folder that its owner can write, on a disk with space. If it came with the workspace, delete it: a new one is created.',
    retryable: false,
  },
  E_JOB_UNANSWERED: {
    when: 'The job was run, and its answer could not be written or was removed before it was read.',
    hint: 'Check what the call changed before calling again, and that the disk has space.',
    retryable: false,
    outranksAbort: true,
  },
  E_CAPACITY: {
    when: 'The queue of this host is full. The call was not run.',
    hint: 'Wait for the running calls to finish, then call again.',
    retryable: true,
  },
  E_CIRCUIT_OPEN: {
    when: 'Many calls failed within a minute, so none is sent for a while. The call was not run.',
    hint: 'Wait as long as `retryAfterMs` in the details says, then call again.',
    retryable: true,
  },
  E_HOST_ANSWER: {
    when: 'The program at the host’s port does not answer like a host.',
    hint: 'Update both sides to the same version.',
    retryable: false,
  },
});
