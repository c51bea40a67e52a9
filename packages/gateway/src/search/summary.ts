const OPENING = /^(?:\s|```[\w-]*|~~~[\w-]*|["'`“”‘’«»<>#*_=-]|\/\*+)+/u;
const END = /[.!?。！？](?=[\s"'”)]|$)|[。！？]|\n\s*\n|\n(?=\s*[-*#`])/u;
const SHORTEST = 12;

/** The first sentence of a description, without the quotes, fence or heading mark it may start with. */
export function firstSentenceOf(description: string): string {
  const text = description.replace(OPENING, '').trimEnd();
  let end = 0;
  for (let rest = text; end < SHORTEST && rest !== ''; rest = text.slice(end)) {
    const found = END.exec(rest);
    end = found ? end + found.index + found[0].length : text.length;
  }
  return text.slice(0, end);
}

/** On one line, cut at a word where possible. */
export function shorten(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters - 1);
  const space = cut.lastIndexOf(' ');
  const end = space > characters / 2 ? space : cut.length - (/[\uD800-\uDBFF]$/.test(cut) ? 1 : 0);
  return `${cut.slice(0, end)}…`;
}
