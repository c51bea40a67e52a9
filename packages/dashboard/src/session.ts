import { useCallback, useEffect, useState } from 'preact/hooks';
import { fetchStatus, hasSession, isSignedOut, openSession, problemOf, SIGNED_OUT } from './api-client.ts';
import { serveOtherTabs } from './other-tabs.ts';

type SessionState =
  | { readonly kind: 'checking' | 'in' }
  /** The code is kept until the server responds. */
  | { readonly kind: 'unreachable'; readonly code: string | undefined }
  | { readonly kind: 'out'; readonly problem: string };

const RETRY_MS = 2_000;
const ENDED = 'The session of this page has ended. It ends when Molehill stops or restarts.';

/** Finds the code in what a person pastes: the printed address, its fragment or the code itself. */
export function findCode(pasted: string): string {
  const text = pasted.trim();
  return codeOfFragment(text.slice(Math.max(0, text.indexOf('#')))) ?? text;
}

export function codeOfFragment(fragment: string): string | undefined {
  return /(?:^|[#&])code=([\w-]+)/.exec(fragment)?.[1];
}

/** Removes the fragment from the address bar first, so that the code is neither shared nor kept in the history. */
function takeCode(): string | undefined {
  const code = codeOfFragment(location.hash);
  if (code !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return code;
}

export function useSession() {
  const [state, setState] = useState<SessionState>({ kind: 'checking' });
  const signIn = useCallback(async (code: string | undefined) => setState(await stateWith(code)), []);

  useEffect(() => {
    const signInWithFragment = () => {
      const code = takeCode();
      if (code !== undefined) void signIn(code);
    };
    const signOut = () => setState({ kind: 'out', problem: ENDED });
    addEventListener('hashchange', signInWithFragment);
    addEventListener(SIGNED_OUT, signOut);
    void signIn(takeCode());
    return () => {
      removeEventListener('hashchange', signInWithFragment);
      removeEventListener(SIGNED_OUT, signOut);
    };
  }, [signIn]);

  useEffect(() => {
    if (state.kind === 'in') return serveOtherTabs();
    if (state.kind !== 'unreachable') return;
    const timer = setTimeout(() => void signIn(state.code), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state, signIn]);

  return { state, signIn };
}

/** A code that is refused does not end a session that this tab has. */
async function stateWith(code: string | undefined): Promise<SessionState> {
  let problem = '';
  try {
    if (code !== undefined) await openSession(code);
  } catch (error) {
    const { status, message } = problemOf(error);
    if (status === 0) return { kind: 'unreachable', code };
    problem = message;
  }
  return hasSession() ? checkSession(problem) : { kind: 'out', problem };
}

async function checkSession(problem: string): Promise<SessionState> {
  try {
    await fetchStatus();
    return { kind: 'in' };
  } catch (error) {
    const { status, message } = problemOf(error);
    if (status === 0) return { kind: 'unreachable', code: undefined };
    return { kind: 'out', problem: problem || (isSignedOut(error) ? ENDED : message) };
  }
}
