import { useEffect, useRef, useState } from 'preact/hooks';
import { ProblemText } from './elements.tsx';
import { Logo } from './icons.tsx';
import { findOtherTab } from './other-tabs.ts';
import { findCode } from './session.ts';
import './styles/sign-in.css';

interface SignInProps {
  readonly problem: string;
  readonly onCode: (code: string) => Promise<void>;
}

export function SignIn({ problem, onCode }: SignInProps) {
  const [pasted, setPasted] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const code = findCode(pasted);
    if (code !== '') void onCode(code);
  };
  return (
    <main class="sign-in" data-testid="sign-in">
      <form onSubmit={submit} noValidate>
        <h1>
          <Logo /> Molehill
        </h1>
        <ProblemText id="code-problem">{problem}</ProblemText>
        <p>
          This page acts for you on your machine, so it opens only with an address from Molehill. Run{' '}
          <code>molehill open</code> in the project folder. The address it prints works once.
        </p>
        <OtherTab onCode={onCode} />
        <label for="code">Or paste the address</label>
        <div class="row">
          <input
            id="code"
            class="control"
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={pasted}
            aria-invalid={problem !== ''}
            aria-describedby="code-problem"
            onInput={(event) => setPasted(event.currentTarget.value)}
          />
          <button type="submit" class="button primary">
            Open
          </button>
        </div>
      </form>
    </main>
  );
}

/** Offered while another tab of this browser is signed in. */
function OtherTab({ onCode }: Pick<SignInProps, 'onCode'>) {
  const [isFound, setFound] = useState(false);
  const other = useRef<ReturnType<typeof findOtherTab> | undefined>(undefined);
  useEffect(() => {
    const search = findOtherTab({ found: () => setFound(true), received: (code) => void onCode(code) });
    other.current = search;
    return search.close;
  }, [onCode]);
  if (!isFound) return null;
  return (
    <button type="button" class="button" onClick={() => other.current?.requestCode()}>
      Continue from the open tab
    </button>
  );
}
