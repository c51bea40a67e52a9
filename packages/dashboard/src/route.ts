import { useEffect, useState } from 'preact/hooks';

export type Route = { readonly view: 'overview' } | { readonly view: 'tool'; readonly tool: string };

const TOOL = '#/tools/';

export function parseRoute(fragment: string): Route {
  if (!fragment.startsWith(TOOL)) return { view: 'overview' };
  try {
    return { view: 'tool', tool: decodeURIComponent(fragment.slice(TOOL.length)) };
  } catch {
    return { view: 'overview' };
  }
}

export function toolAddress(name: string): string {
  return TOOL + encodeURIComponent(name);
}

export const overviewAddress = '#/';

/** Lives in the fragment: reloading, going back and opening in a new tab work as everywhere. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
