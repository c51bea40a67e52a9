import type { ProjectResponse } from '@molehill/api';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { FailureCard } from '../answer/failure-view.tsx';
import { approveProject, fetchProject, type Problem, problemOf } from '../api-client.ts';
import { Facts } from '../elements.tsx';
import { escapeInvisible } from '../servers/escape-invisible.ts';
import { type Live, poll } from '../use-live.ts';
import { useModal } from '../viewer-dialog.tsx';

type Waiting = ProjectResponse['waiting'][number];

/** What the project's files ask for, until a person approved it. */
export function WaitingDatabase({ live }: { readonly live: Live }) {
  const { waiting, reload } = useWaiting(live);
  const [opened, setOpened] = useState<Waiting>();
  return (
    <>
      {waiting.map((database) => (
        <section key={database.fingerprint} data-testid="waiting-database">
          <h2>Waiting for your approval</h2>
          <p class="notice">
            {escapeInvisible(`${database.place} would ${database.would.join(' and ')}.`)}{' '}
            <button type="button" class="button" onClick={() => setOpened(database)}>
              Review and approve…
            </button>
          </p>
        </section>
      ))}
      {opened && (
        <ProjectDialog
          database={opened}
          onClose={() => {
            setOpened(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}

function useWaiting({ status, calls: { finished } }: Live) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const reload = useCallback(() => {
    fetchProject().then(
      (project) => setWaiting(project.waiting),
      () => {},
    );
  }, []);
  useEffect(() => poll(reload), [reload, status, finished]);
  return { waiting, reload };
}

interface ProjectDialogProps {
  /** As it was when the dialog opened: exactly this is approved. */
  readonly database: Waiting;
  readonly onClose: () => void;
}

function ProjectDialog({ database: { fingerprint, place, database, would }, onClose }: ProjectDialogProps) {
  const dialog = useModal();
  const [problem, setProblem] = useState<Problem>();
  const close = () => dialog.current?.close();
  const approve = () => approveProject({ fingerprint }).then(close, (error) => setProblem(problemOf(error)));
  const code = (text: string) => <code>{escapeInvisible(text)}</code>;
  return (
    <dialog
      ref={dialog}
      class="dialog wide-dialog"
      aria-labelledby="project-review-title"
      data-testid="project-review"
      onClose={onClose}
    >
      <h2 id="project-review-title">Allow this project’s database?</h2>
      {problem && <FailureCard {...problem} testId="refusal" />}
      <Facts
        class="launch"
        facts={[
          ['Named in', code(place)],
          ...(database === '' ? [] : [['Database', code(database)] as const]),
          [
            'Molehill would',
            <ul class="names">
              {would.map((step) => (
                <li key={step}>{code(step)}</li>
              ))}
            </ul>,
          ],
        ]}
      />
      <div class="dialog-buttons review-buttons">
        <p class="muted">Agents can then read and change this database.</p>
        <button type="button" class="button" onClick={close}>
          Not now
        </button>
        <button type="button" class="button primary" onClick={() => void approve()}>
          Approve
        </button>
      </div>
    </dialog>
  );
}
