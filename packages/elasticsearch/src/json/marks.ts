/** Stands at the end of a text whose rest was left out. */
export function cutMark(more: number | undefined): string {
  return more === undefined ? '…[cut]' : `…[cut: ${more} more characters]`;
}
