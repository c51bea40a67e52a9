/** The drawing as a file of its own, on the ground it was drawn for. */
export function svgFile(
  svg: SVGSVGElement,
  size: { readonly width: number; readonly height: number },
  ground: string,
): Blob {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('a copy of a drawing is a drawing');
  copy.setAttribute('width', String(Math.ceil(size.width)));
  copy.setAttribute('height', String(Math.ceil(size.height)));
  copy.style.background = ground;
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}
