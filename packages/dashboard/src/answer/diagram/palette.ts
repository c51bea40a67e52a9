/** Colours and type of the page, as they are now: light or dark. */
export interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly raised: string;
  readonly sunken: string;
  readonly head: string;
  readonly font: string;
}

const VARIABLES = {
  text: '--text',
  muted: '--muted',
  line: '--line-strong',
  raised: '--raised',
  sunken: '--sunken',
  head: '--accent-soft',
} as const;

/** A variable holds both colours; only an element that uses it tells which one counts. */
export function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolve = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const font = getComputedStyle(document.body).fontFamily;
  const palette = {
    text: resolve(VARIABLES.text),
    muted: resolve(VARIABLES.muted),
    line: resolve(VARIABLES.line),
    raised: resolve(VARIABLES.raised),
    sunken: resolve(VARIABLES.sunken),
    head: resolve(VARIABLES.head),
    font,
  };
  probe.remove();
  return palette;
}
