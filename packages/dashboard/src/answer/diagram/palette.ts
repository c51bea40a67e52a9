/** The colours and font of the page's current theme. */
export interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly raised: string;
  readonly sunken: string;
  readonly head: string;
  readonly font: string;
}

/** A variable holds a light and a dark colour; only a computed style resolves it. */
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
