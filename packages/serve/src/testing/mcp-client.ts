import {
  Client,
  type ClientCapabilities,
  type ElicitRequest,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { type McpEndpoint, mcpFactory } from '../mcp.ts';
import { connectInMemory } from '../memory.ts';

/** Both protocol eras: legacy with a handshake, modern without. */
export const protocolEras = [
  { era: '2025', mode: 'legacy' },
  { era: '2026', mode: { pin: '2026-07-28' } },
] as const;

export type ProtocolMode = (typeof protocolEras)[number]['mode'];

export type Person = (question: string) => ElicitResult;

/** A person who gives the same answer to every question, and the questions. */
export function personWho(answer: ElicitResult) {
  const questions: string[] = [];
  const person: Person = (question) => {
    questions.push(question);
    return answer;
  };
  return { person, questions };
}

/** The official client, connected in memory until the test ends. Without a person it declares no elicitation. */
export async function connectClient(
  endpoint: McpEndpoint,
  mode: ProtocolMode,
  person?: Person,
  elicitation: ClientCapabilities['elicitation'] = { form: {} },
): Promise<Client> {
  const connection = connectInMemory(mcpFactory(endpoint, 'memory'));
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: person ? { elicitation } : {} },
  );
  if (person)
    client.setRequestHandler('elicitation/create', (request: ElicitRequest) =>
      person(request.params.message),
    );
  await client.connect(connection.transport);
  onTestFinished(async () => {
    await client.close();
    await connection.close();
  });
  return client;
}
