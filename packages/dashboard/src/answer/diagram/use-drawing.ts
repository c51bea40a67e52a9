import { useEffect, useState } from 'preact/hooks';
import type { Drawing } from './draw.ts';
import { readPalette } from './palette.ts';

export type DrawingState =
  | { readonly kind: 'drawing' }
  | { readonly kind: 'drawn'; readonly drawing: Drawing }
  | { readonly kind: 'failed'; readonly message: string };

/** Draws the text, and draws it again when the page turns light or dark. Mermaid is loaded with the first diagram. */
export function useDrawing(source: string): DrawingState {
  const dark = useDarkness();
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

/** Drawing keeps the page busy: what it shows meanwhile is put on the screen first. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function useDarkness(): boolean {
  const [dark, setDark] = useState(() => darkness().matches);
  useEffect(() => {
    const query = darkness();
    const change = () => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return dark;
}

function darkness(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
