import { at, text } from '../../clients/json.ts';
import { ask } from './http.ts';

/** A session of the page, as the browser of a person has it. */
export interface Person {
  readonly headers: { readonly 'Molehill-Session': string };
  /** An address that opens the page once more. */
  newAddress(): Promise<string>;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Exchanges the code of a printed address. */
export async function signIn(address: string): Promise<Person> {
  const { port, origin, hash } = new URL(address);
  const server = { port: Number(port) };
  const post = async (path: string, headers: Record<string, string>, body: object): Promise<unknown> => {
    const request = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
    return JSON.parse((await ask(server, path, request)).body);
  };
  const exchanged = await post('/session', {}, { code: hash.replace('#code=', '') });
  const headers = { 'Molehill-Session': text(at(exchanged, 'session')) };
  return {
    headers,
    newAddress: async () => `${origin}/#code=${text(at(await post('/session/code', headers, {}), 'code'))}`,
  };
}
