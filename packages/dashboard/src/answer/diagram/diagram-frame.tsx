import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { DownloadIcon, FitIcon, FullScreenIcon, MinusIcon, PlusIcon } from '../../icons.tsx';
import { saveFile } from '../save-file.ts';
import type { Drawing } from './draw.ts';
import { readPalette } from './palette.ts';
import { svgFile } from './save-svg.ts';
import { usePan } from './use-pan.ts';
import { useZoom } from './use-zoom.ts';

/** A drawing in a box of its own: it scrolls, can be dragged, and is made larger or smaller. */
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
      <Tools scale={scale} smaller={zoomOut} larger={zoomIn} fit={fit} fill={fill} save={save} />
      <section
        class="diagram-frame"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
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

interface ToolsProps {
  readonly scale: number;
  readonly smaller: () => void;
  readonly larger: () => void;
  readonly fit: () => void;
  readonly fill: () => void;
  readonly save: () => void;
}

function Tools({ scale, smaller, larger, fit, fill, save }: ToolsProps) {
  return (
    <div class="diagram-tools" role="toolbar" aria-label="Diagram">
      <ToolButton label="Smaller" onClick={smaller}>
        <MinusIcon />
      </ToolButton>
      <output class="diagram-scale" aria-label="Size">
        {Math.round(scale * 100)} %
      </output>
      <ToolButton label="Larger" onClick={larger}>
        <PlusIcon />
      </ToolButton>
      <ToolButton label="Fit" onClick={fit}>
        <FitIcon />
      </ToolButton>
      <ToolButton label="Full screen" onClick={fill}>
        <FullScreenIcon />
      </ToolButton>
      <ToolButton label="Save as SVG" onClick={save}>
        <DownloadIcon />
      </ToolButton>
    </div>
  );
}

interface ToolButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

function ToolButton({ label, onClick, children }: ToolButtonProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
