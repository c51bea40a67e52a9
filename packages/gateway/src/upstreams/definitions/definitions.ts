import * as z from 'zod';

/** Keeps every field that the server sent. */
const named = z.looseObject({ name: z.string() });

export const definitionsSchema = z.object({
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }).optional(),
  capabilities: z.record(z.string(), z.unknown()),
  instructions: z.string().optional(),
  tools: z.array(named),
  prompts: z.array(named),
  resources: z.array(named.extend({ uri: z.string() })),
  resourceTemplates: z.array(named.extend({ uriTemplate: z.string() })),
});

export type Definitions = z.infer<typeof definitionsSchema>;
