import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchServerLog, problemOf } from '../api-client.ts';
import { poll } from '../use-live.ts';
import { ViewerDialog } from '../viewer-dialog.tsx';

/** The end of what a server wrote to standard error, as it grows. */
export function LogDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { log, problem } = useLog(id);
  const title = (
    <>
      Standard error of <b>{id}</b>
    </>
  );
  return (
    <ViewerDialog
      class="wide-dialog"
      testId="server-log"
      title={title}
      copied="the log"
      text={() => log ?? ''}
      onClose={onClose}
    >
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {log === '' ? (
        <p class="muted">The log is empty. It is cleared when Molehill starts.</p>
      ) : (
        <LogText log={log ?? 'Loading…'} />
      )}
    </ViewerDialog>
  );
}

/** Stays scrolled to the end unless the reader has scrolled away from it. */
function LogText({ log }: { readonly log: string }) {
  const text = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current) text.current?.scrollTo({ top: text.current.scrollHeight });
  }, [log]);
  return (
    <pre
      ref={text}
      class="text server-log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
      }}
    >
      {log}
    </pre>
  );
}

function useLog(id: string): { readonly log?: string; readonly problem?: string } {
  const [state, setState] = useState<{ readonly log?: string; readonly problem?: string }>({});
  useEffect(
    () =>
      poll(() => {
        fetchServerLog(id).then(
          ({ log }) => setState({ log }),
          (error: unknown) => setState((last) => ({ ...last, problem: problemOf(error).message })),
        );
      }),
    [id],
  );
  return state;
}
