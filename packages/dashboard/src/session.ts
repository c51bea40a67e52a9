import { useCallback, useEffect, useState } from 'preact/hooks';
import { fetchStatus, isSignedOut, openSession, problemOf } from './api-client.ts';

type SessionState =
  | { readonly kind: 'checking' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'out'; readonly problem: string }
  | { readonly kind: 'in' };

export interface Session {
  readonly state: SessionState;
  signIn(token: string): Promise<void>;
  signOut(): void;
}

const RETRY_MS = 2_000;
const IN_FRAGMENT = /(?:^|[#&])token=([^&\s]+)/;

/** Finds the token in what a person pastes: the printed URL, its fragment, a header or the token itself. */
export function findToken(pasted: string): string {
  const text = pasted.trim();
  const inFragment = IN_FRAGMENT.exec(text.slice(Math.max(0, text.indexOf('#'))))?.[1];
  if (inFragment === undefined) return text.replace(/^(authorization:\s*)?bearer\s+/i, '');
  return decode(inFragment);
}

export function tokenOfFragment(fragment: string): string | undefined {
  const found = IN_FRAGMENT.exec(fragment)?.[1];
  return found === undefined ? undefined : decode(found);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes the fragment from the address bar first, so that the token is neither shared nor kept in the history. */
function takeToken(): string | undefined {
  const token = tokenOfFragment(location.hash);
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search);
  return token;
}

export function useSession(): Session {
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
    void signIn(takeToken());
    addEventListener('hashchange', signInWithFragment);
    return () => removeEventListener('hashchange', signInWithFragment);
  }, [signIn]);

  useEffect(() => {
    if (state.kind !== 'unreachable') return;
    const timer = setTimeout(() => void signIn(undefined), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state, signIn]);

  const signOut = useCallback(() => setState({ kind: 'out', problem: '' }), []);
  return { state, signIn, signOut };
}

function stateAfter(error: unknown, hadToken: boolean): SessionState {
  if (!isSignedOut(error) && problemOf(error).status === 0) return { kind: 'unreachable' };
  return { kind: 'out', problem: hadToken || !isSignedOut(error) ? problemOf(error).message : '' };
}
