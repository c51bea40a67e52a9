import mermaid, { type MermaidConfig } from 'mermaid';
import type { Palette } from './palette.ts';
import { tidyLine } from './tidy-line.ts';
import type { Size } from './zoom.ts';

export interface Drawing {
  readonly svg: SVGSVGElement;
  readonly size: Size;
}

let drawings = 0;

/** Throws Mermaid's message about a text that it cannot parse. */
export async function draw(source: string, palette: Palette): Promise<Drawing> {
  mermaid.initialize(configOf(palette));
  const container = document.createElement('div');
  container.className = 'unseen';
  container.ariaHidden = 'true';
  document.body.append(container);
  try {
    const { svg } = await mermaid.render(`er-diagram-${++drawings}`, source, container);
    return toDrawing(svg);
  } finally {
    container.remove();
  }
}

/** Names in a diagram come from a database: they must not be parsed as markup or change the configuration. */
function configOf(palette: Palette): MermaidConfig {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    secure: ['secure', 'securityLevel', 'startOnLoad', 'suppressErrorRendering', 'themeCSS', 'maxTextSize'],
    maxTextSize: 500_000,
    maxEdges: 2_000,
    htmlLabels: false,
    layout: 'elk',
    look: 'classic',
    theme: 'base',
    fontFamily: palette.font,
    themeVariables: themeOf(palette),
    themeCSS: `marker circle { fill: ${palette.raised}; }`,
    er: { useMaxWidth: false, diagramPadding: 12, entityPadding: 10 },
  };
}

function themeOf({ text, muted, line, raised, sunken, head, font }: Palette) {
  return {
    fontFamily: font,
    fontSize: '13px',
    background: raised,
    mainBkg: head,
    primaryColor: head,
    primaryTextColor: text,
    primaryBorderColor: line,
    nodeBorder: line,
    textColor: text,
    nodeTextColor: text,
    lineColor: muted,
    tertiaryColor: raised,
    edgeLabelBackground: raised,
    rowOdd: raised,
    rowEven: sunken,
  };
}

function toDrawing(markup: string): Drawing {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg');
  if (!svg) throw new Error('Mermaid returned no drawing.');
  const { width, height } = svg.viewBox.baseVal;
  svg.removeAttribute('style');
  for (const line of svg.querySelectorAll('path.relationshipLine')) {
    line.setAttribute('d', tidyLine(line.getAttribute('d') ?? ''));
  }
  return { svg: document.importNode(svg, true), size: { width, height } };
}
