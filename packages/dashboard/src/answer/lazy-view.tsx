import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SpinnerIcon } from '../icons.tsx';
import { JsonText } from './json-text.tsx';

export interface ViewProps {
  readonly data: unknown;
}

type View = ComponentType<ViewProps>;

/** A view whose code is loaded with the first answer that needs it. */
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
        () => show(LoadFailure),
      );
    }, [View]);
    return View ? <View data={data} /> : <SpinnerIcon />;
  };
}

function LoadFailure({ data }: ViewProps) {
  return (
    <>
      <p class="truncation" role="alert">
        <b>This view could not be loaded.</b> Reload the page to see it; the JSON is below.
      </p>
      <JsonText value={data} />
    </>
  );
}
