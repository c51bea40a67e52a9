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

/** A variable holds both colours; only an element that uses it tells which one counts. */
export function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colour = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    text: colour('--text'),
    muted: colour('--muted'),
    line: colour('--line-strong'),
    raised: colour('--raised'),
    sunken: colour('--sunken'),
    head: colour('--accent-soft'),
    font: getComputedStyle(document.body).fontFamily,
  };
  probe.remove();
  return palette;
}
