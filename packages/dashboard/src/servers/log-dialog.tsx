import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { fetchServerLog, problemOf } from '../api-client.ts';
import { DialogHead } from '../dialog-head.tsx';
import { lookOften } from '../use-live.ts';
import '../styles/dialog.css';

/** The end of what a server wrote to standard error, as it grows. */
export function LogDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { log, problem } = useLog(id);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog wide-dialog"
      aria-labelledby="log-title"
      data-testid="server-log"
      onClose={onClose}
    >
      <DialogHead
        id="log-title"
        copied="the log"
        text={() => log ?? ''}
        close={() => dialog.current?.close()}
      >
        What <b>{id}</b> wrote to standard error last
      </DialogHead>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {log === '' ? (
        <p class="muted">It wrote nothing. A log begins anew when Molehill starts.</p>
      ) : (
        <LogText log={log ?? 'Loading…'} />
      )}
    </dialog>
  );
}

/** The end is what matters, and stays in sight unless the reader has scrolled away from it. */
function LogText({ log }: { readonly log: string }) {
  const text = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current) text.current?.scrollTo({ top: text.current.scrollHeight });
  }, [log]);
  const onScroll = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = text.current ?? {};
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
  }, []);
  return (
    <pre
      ref={text}
      class="text server-log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
      tabIndex={0}
      onScroll={onScroll}
    >
      {log}
    </pre>
  );
}

function useLog(id: string): { readonly log: string | undefined; readonly problem: string | undefined } {
  const [log, setLog] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    return lookOften(() => {
      fetchServerLog(id).then(
        (response) => {
          setLog(response.log);
          setProblem(undefined);
        },
        (error: unknown) => setProblem(problemOf(error).message),
      );
    });
  }, [id]);
  return { log, problem };
}
