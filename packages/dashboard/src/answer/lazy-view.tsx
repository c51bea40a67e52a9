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
    const [View, setView] = useState<View | undefined>(() => loaded);
    useEffect(() => {
      const show = (view: View) => setView(() => view);
      if (View) return;
      load().then(
        (view) => {
          loaded = view;
          show(view);
        },
        () => show(Unloaded),
      );
    }, [View]);
    return View ? <View data={data} /> : <SpinnerIcon />;
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
