import { useEffect, useState } from 'preact/hooks';

export type Route =
  | { readonly view: 'overview' }
  | { readonly view: 'servers'; readonly server?: string }
  | { readonly view: 'debug'; readonly session?: string }
  | { readonly view: 'tool'; readonly tool: string };

const TOOL = '#/tools/';
const SERVER = '#/servers/';
const DEBUG = '#/debug/';

export function parseRoute(fragment: string): Route {
  if (fragment === serversAddress) return { view: 'servers' };
  if (fragment === debugAddress) return { view: 'debug' };
  const session = nameAfter(DEBUG, fragment);
  if (session !== undefined) return { view: 'debug', session };
  const tool = nameAfter(TOOL, fragment);
  if (tool !== undefined) return { view: 'tool', tool };
  const server = nameAfter(SERVER, fragment);
  return server === undefined ? { view: 'overview' } : { view: 'servers', server };
}

function nameAfter(prefix: string, fragment: string): string | undefined {
  if (!fragment.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(fragment.slice(prefix.length));
  } catch {
    return undefined;
  }
}

export const overviewAddress = '#/';
export const serversAddress = '#/servers';
export const debugAddress = '#/debug';
export const sessionAddress = (id: string) => DEBUG + encodeURIComponent(id);
export const toolAddress = (name: string) => TOOL + encodeURIComponent(name);
export const serverAddress = (id: string) => SERVER + encodeURIComponent(id);

/** The route is the fragment of the URL, so reload, back and new tabs work. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
