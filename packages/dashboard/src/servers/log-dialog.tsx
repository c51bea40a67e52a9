import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchServerLog, problemOf } from '../api-client.ts';
import { ProblemText } from '../elements.tsx';
import { poll } from '../use-live.ts';
import { ViewerDialog } from '../viewer-dialog.tsx';

/** The end of what a server wrote to standard error, as it grows. */
export function LogDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [log, setLog] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    return poll(() => {
      fetchServerLog(id).then(
        (response) => {
          setLog(response.log);
          setProblem(undefined);
        },
        (error: unknown) => setProblem(problemOf(error).message),
      );
    });
  }, [id]);
  return (
    <ViewerDialog
      class="wide-dialog"
      testId="server-log"
      title={['Standard error of ', <b>{id}</b>]}
      copied="the log"
      text={() => log ?? ''}
      onClose={onClose}
    >
      {problem !== undefined && <ProblemText>{problem}</ProblemText>}
      {log === '' && <p class="muted">The log is empty. It is cleared when Molehill starts.</p>}
      {log !== '' && <LogText log={log ?? 'Loading…'} />}
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
