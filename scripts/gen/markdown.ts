/** A table in GitHub's dialect of Markdown, without the columns that are empty in every row. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = head.map((_, column) => rows.some((row) => row[column] !== ''));
  return [head, head.map(() => '---'), ...rows]
    .map((row) => row.filter((_, column) => used[column]).map(escapeCell))
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function escapeCell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/\|/g, '\\|');
}
