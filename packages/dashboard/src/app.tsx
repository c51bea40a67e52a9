import { useSession } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { Workbench } from './workbench.tsx';

export function App() {
  const session = useSession();
  switch (session.state.kind) {
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
      return <SignIn problem={session.state.problem} onToken={session.signIn} />;
    case 'in':
      return <Workbench onSignedOut={session.signOut} />;
  }
}
