import { useEffect, useState } from 'preact/hooks';
import type { Drawing } from './draw.ts';
import { readPalette } from './palette.ts';

type DrawingState =
  | { readonly kind: 'drawing' }
  | { readonly kind: 'drawn'; readonly drawing: Drawing }
  | { readonly kind: 'failed'; readonly message: string };

/** Draws again when the theme changes. Mermaid is loaded with the first diagram. */
export function useDrawing(source: string): DrawingState {
  const dark = useDarkTheme();
  const [state, setState] = useState<DrawingState>({ kind: 'drawing' });
  useEffect(() => {
    let current = true;
    const settle = (next: DrawingState) => current && setState(next);
    Promise.all([import('./draw.ts'), painted()])
      .then(([{ draw }]) => draw(source, readPalette()))
      .then(
        (drawing) => settle({ kind: 'drawn', drawing }),
        (error: unknown) =>
          settle({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    return () => {
      current = false;
    };
  }, [source, dark]);
  return state;
}

/** Drawing blocks the main thread, so the page is painted first. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function useDarkTheme(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [dark, setDark] = useState(query.matches);
  useEffect(() => {
    const change = () => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return dark;
}
