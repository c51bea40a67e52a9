import { useCallback, useEffect, useState } from 'preact/hooks';
import { fetchStatus, isSignedOut, openSession, problemOf, SIGNED_OUT } from './api-client.ts';

type SessionState =
  | { readonly kind: 'checking' | 'unreachable' | 'in' }
  | { readonly kind: 'out'; readonly problem: string };

const RETRY_MS = 2_000;

/** Finds the token in what a person pastes: the printed URL, its fragment, a header or the token itself. */
export function findToken(pasted: string): string {
  const text = pasted.trim();
  const fragment = text.slice(Math.max(0, text.indexOf('#')));
  return tokenOfFragment(fragment) ?? text.replace(/^(authorization:\s*)?bearer\s+/i, '');
}

export function tokenOfFragment(fragment: string): string | undefined {
  const token = /(?:^|[#&])token=([^&\s]+)/.exec(fragment)?.[1];
  try {
    return token && decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Removes the fragment from the address bar first, so that the token is neither shared nor kept in the history. */
function takeToken(): string | undefined {
  const token = tokenOfFragment(location.hash);
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

export function useSession() {
  const [state, setState] = useState<SessionState>({ kind: 'checking' });

  const signIn = useCallback(async (token: string | undefined) => {
    try {
      await (token === undefined ? fetchStatus() : openSession(token));
      setState({ kind: 'in' });
    } catch (error) {
      setState(stateAfter(error, token !== undefined));
    }
  }, []);

  useEffect(() => {
    const signInWithFragment = () => {
      const token = takeToken();
      if (token !== undefined) void signIn(token);
    };
    const signOut = () => setState({ kind: 'out', problem: '' });
    void signIn(takeToken());
    addEventListener('hashchange', signInWithFragment);
    addEventListener(SIGNED_OUT, signOut);
    return () => {
      removeEventListener('hashchange', signInWithFragment);
      removeEventListener(SIGNED_OUT, signOut);
    };
  }, [signIn]);

  useEffect(() => {
    if (state.kind !== 'unreachable') return;
    const timer = setTimeout(() => void signIn(undefined), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state, signIn]);

  return { state, signIn };
}

function stateAfter(error: unknown, hadToken: boolean): SessionState {
  const { status, message } = problemOf(error);
  if (status === 0) return { kind: 'unreachable' };
  return { kind: 'out', problem: hadToken || !isSignedOut(error) ? message : '' };
}
