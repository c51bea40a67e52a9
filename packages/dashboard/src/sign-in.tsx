import { useState } from 'preact/hooks';
import { ProblemText } from './elements.tsx';
import { Logo } from './icons.tsx';
import { findToken } from './session.ts';
import './styles/sign-in.css';

interface SignInProps {
  readonly problem: string;
  readonly onToken: (token: string) => Promise<void>;
}

export function SignIn({ problem, onToken }: SignInProps) {
  const [pasted, setPasted] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const token = findToken(pasted);
    if (token !== '') void onToken(token);
  };
  return (
    <main class="sign-in" data-testid="sign-in">
      <form onSubmit={submit} noValidate>
        <h1>
          <Logo /> Molehill
        </h1>
        <p>
          This page calls tools on your machine, so you must sign in. Open the address that{' '}
          <code>molehill up</code> printed after <b>Page</b> in its terminal. It ends in <code>#token=…</code>
        </p>
        <label for="token">Or paste that address or the token</label>
        <div class="row">
          <input
            id="token"
            class="control"
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={pasted}
            aria-invalid={problem !== ''}
            aria-describedby="token-problem"
            onInput={(event) => setPasted(event.currentTarget.value)}
          />
          <button type="submit" class="button primary">
            Sign in
          </button>
        </div>
        <ProblemText id="token-problem">
          {problem && `${problem} Use the address that was printed last.`}
        </ProblemText>
      </form>
    </main>
  );
}
