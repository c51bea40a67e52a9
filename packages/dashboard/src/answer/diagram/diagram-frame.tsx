import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../buttons.tsx';
import { DownloadIcon, FitIcon, FullScreenIcon, MinusIcon, PlusIcon } from '../../icons.tsx';
import { saveFile } from '../save-file.ts';
import type { Drawing } from './draw.ts';
import { readPalette } from './palette.ts';
import { panHandlers } from './pan.ts';
import { useZoom } from './use-zoom.ts';

/** A drawing that scrolls, pans and zooms. */
export function DiagramFrame({ svg, size }: Drawing) {
  const whole = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const { scale, zoomIn, zoomOut, fit, onKeyDown } = useZoom(frame, size);
  useLayoutEffect(() => paper.current?.replaceChildren(svg), [svg]);
  useLayoutEffect(() => {
    svg.setAttribute('width', String(size.width * scale));
    svg.setAttribute('height', String(size.height * scale));
  }, [svg, size, scale]);
  const save = () => saveFile(svgFile(svg, size), 'schema.svg');
  const fill = () => toggleFullScreen(whole.current);
  return (
    <div class="diagram" ref={whole}>
      <Toolbar scale={scale} zoomOut={zoomOut} zoomIn={zoomIn} fit={fit} fill={fill} save={save} />
      <section
        class="diagram-frame"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label="ER diagram"
        onKeyDown={onKeyDown}
        {...panHandlers}
      >
        <div ref={paper} class="diagram-paper" />
      </section>
    </div>
  );
}

/** The drawing as a file with its background. */
function svgFile(svg: SVGSVGElement, { width, height }: Drawing['size']): Blob {
  const copy = document.importNode(svg, true);
  copy.setAttribute('width', String(Math.ceil(width)));
  copy.setAttribute('height', String(Math.ceil(height)));
  copy.style.background = readPalette().raised;
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}

function toggleFullScreen(element: HTMLElement | null): void {
  void (document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen());
}

type ToolbarProps = { readonly scale: number } & Readonly<
  Record<'zoomOut' | 'zoomIn' | 'fit' | 'fill' | 'save', () => void>
>;

function Toolbar({ scale, zoomOut, zoomIn, fit, fill, save }: ToolbarProps) {
  return (
    <div class="diagram-tools" role="toolbar" aria-label="Diagram">
      <IconButton label="Zoom out" icon={<MinusIcon />} onClick={zoomOut} />
      <output class="diagram-scale" aria-label="Zoom">
        {Math.round(scale * 100)} %
      </output>
      <IconButton label="Zoom in" icon={<PlusIcon />} onClick={zoomIn} />
      <IconButton label="Fit" icon={<FitIcon />} onClick={fit} />
      <IconButton label="Full screen" icon={<FullScreenIcon />} onClick={fill} />
      <IconButton label="Save as SVG" icon={<DownloadIcon />} onClick={save} />
    </div>
  );
}
