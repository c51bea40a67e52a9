/** An identifier is always quoted: then no keyword can surprise. */
export function quote(identifier: string): string {
  return `\`${identifier.replaceAll('`', '``')}\``;
}
