/** The drawing as a file with its background. */
export function svgFile(
  svg: SVGSVGElement,
  size: { readonly width: number; readonly height: number },
  background: string,
): Blob {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('expected an SVG element');
  copy.setAttribute('width', String(Math.ceil(size.width)));
  copy.setAttribute('height', String(Math.ceil(size.height)));
  copy.style.background = background;
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}
