import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../icon-button.tsx';
import { DownloadIcon, FitIcon, FullScreenIcon, MinusIcon, PlusIcon } from '../../icons.tsx';
import { saveFile } from '../save-file.ts';
import type { Drawing } from './draw.ts';
import { readPalette } from './palette.ts';
import { svgFile } from './save-svg.ts';
import { usePan } from './use-pan.ts';
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
  const save = () => saveFile(svgFile(svg, size, readPalette().raised), 'schema.svg');
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
        {...usePan(frame)}
      >
        <div ref={paper} class="diagram-paper" />
      </section>
    </div>
  );
}

function toggleFullScreen(element: HTMLElement | null): void {
  void (document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen());
}

interface ToolbarProps {
  readonly scale: number;
  readonly zoomOut: () => void;
  readonly zoomIn: () => void;
  readonly fit: () => void;
  readonly fill: () => void;
  readonly save: () => void;
}

function Toolbar({ scale, zoomOut, zoomIn, fit, fill, save }: ToolbarProps) {
  return (
    <div class="diagram-tools" role="toolbar" aria-label="Diagram">
      <IconButton label="Zoom out" onClick={zoomOut}>
        <MinusIcon />
      </IconButton>
      <output class="diagram-scale" aria-label="Zoom">
        {Math.round(scale * 100)} %
      </output>
      <IconButton label="Zoom in" onClick={zoomIn}>
        <PlusIcon />
      </IconButton>
      <IconButton label="Fit" onClick={fit}>
        <FitIcon />
      </IconButton>
      <IconButton label="Full screen" onClick={fill}>
        <FullScreenIcon />
      </IconButton>
      <IconButton label="Save as SVG" onClick={save}>
        <DownloadIcon />
      </IconButton>
    </div>
  );
}
