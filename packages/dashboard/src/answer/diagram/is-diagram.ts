import { isRecord } from '../../json.ts';

/** An ER diagram is the only kind that this page draws. */
export function isDiagram(data: unknown): data is { readonly mermaid: string } {
  return isRecord(data) && typeof data.mermaid === 'string' && /^\s*erDiagram\b/.test(data.mermaid);
}
