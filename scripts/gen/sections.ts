/** Replaces the text between `<!-- generated: id -->` and `<!-- /generated -->`. */
export function replaceSection(document: string, id: string, content: string): string {
  const start = `<!-- generated: ${id} -->`;
  const end = '<!-- /generated -->';
  const from = document.indexOf(start);
  const to = document.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`the markers "${start}" and "${end}" are missing`);
  return `${document.slice(0, from + start.length)}\n\n${content}\n\n${document.slice(to)}`;
}
