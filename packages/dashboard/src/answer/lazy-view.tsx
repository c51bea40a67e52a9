import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SpinnerIcon } from '../icons.tsx';
import { JsonText } from './json-text.tsx';

export interface ViewProps {
  readonly data: unknown;
}

type View = ComponentType<ViewProps>;

/** A view whose code is fetched with the first answer that wants it. */
export function lazyView(load: () => Promise<View>): View {
  let loaded: View | undefined;
  return function LazyView({ data }) {
    const [state, setState] = useState<{ readonly failed: boolean }>({ failed: false });
    useEffect(() => {
      if (loaded) return;
      load().then(
        (view) => {
          loaded = view;
          setState({ failed: false });
        },
        () => setState({ failed: true }),
      );
    }, []);
    const Loaded = loaded;
    if (Loaded) return <Loaded data={data} />;
    return state.failed ? <Unloaded data={data} /> : <SpinnerIcon />;
  };
}

function Unloaded({ data }: ViewProps) {
  return (
    <>
      <p class="truncation" role="alert">
        <b>This is better drawn than read,</b> but the part of the page that draws it could not be loaded.
        Reload the page.
      </p>
      <JsonText value={data} />
    </>
  );
}
