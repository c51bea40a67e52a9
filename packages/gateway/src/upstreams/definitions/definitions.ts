import * as z from 'zod';

/** An entry of a list as the server sent it, with every field it has. */
const named = z.looseObject({ name: z.string() });

export const definitionsSchema = z.object({
  protocol: z.string().optional(),
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }).optional(),
  capabilities: z.record(z.string(), z.unknown()),
  instructions: z.string().optional(),
  tools: z.array(named),
  prompts: z.array(named),
  resources: z.array(named.extend({ uri: z.string() })),
  resourceTemplates: z.array(named.extend({ uriTemplate: z.string() })),
});

/** Everything a server says about itself, so that it need not run to be asked. */
export type Definitions = z.infer<typeof definitionsSchema>;
