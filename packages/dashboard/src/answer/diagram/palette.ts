/** The colours and font of the page's current theme. */
export type Palette = ReturnType<typeof readPalette>;

/** A variable holds a light and a dark colour; only a computed style resolves it. */
export function readPalette() {
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
