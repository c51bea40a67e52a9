import { render } from 'preact';
import { useSession } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { Workbench } from './workbench.tsx';
import './styles/theme.css';
import './styles/base.css';
import './styles/controls.css';

function App() {
  const { state, signIn } = useSession();
  switch (state.kind) {
    case 'checking':
      return null;
    case 'unreachable':
      return (
        <p class="alone" role="status">
          Molehill does not respond. Check that <code>molehill up</code> is running. This page reconnects
          automatically.
        </p>
      );
    case 'out':
      return <SignIn problem={state.problem} onCode={signIn} />;
    case 'in':
      return <Workbench />;
  }
}

const root = document.getElementById('app');
if (root) render(<App />, root);
