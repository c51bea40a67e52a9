import { editorErrors } from '@molehill/editor/errors';
import type { DebugClient } from './debug-client.ts';

/** Which tool answered with which code, over several clients. */
export class ErrorRecord {
  readonly #seen = new Set<string>();

  /** The same client, whose failures are recorded. */
  watch<C extends DebugClient>(client: C): C {
    return {
      ...client,
      read: async (tool, input, signal) => {
        const text = await client.read(tool, input, signal);
        const [, code] = /^\[(E_\w+)\] /.exec(text) ?? [];
        if (code !== undefined) this.#seen.add(code).add(`${tool} ${code}`);
        return text;
      },
    };
  }

  /** What the catalogue declares and no call answered, as `CODE` and `tool CODE`. */
  async missing(client: DebugClient): Promise<string[]> {
    const { tools = {} } = await client.call('docs_get', {});
    const names = Object.values(tools).flat();
    const declared = await Promise.all(names.map((id) => declaredBy(client, id)));
    const all = [...Object.keys(editorErrors.table), ...declared.flat()];
    return all.filter((one) => !this.#seen.has(one));
  }
}

async function declaredBy(client: DebugClient, id: string): Promise<string[]> {
  const { tool } = await client.call('docs_get', { id, maxTokens: 20_000 });
  const { errors } = tool as { readonly errors: readonly { readonly code: string }[] };
  return errors.map(({ code }) => `${id} ${code}`);
}
