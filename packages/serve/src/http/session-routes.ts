import * as z from 'zod';
import type { CodeProblem, PageAccess } from './page-access.ts';
import { refuse } from './refusal.ts';
import type { HttpRoute } from './route.ts';

const codeBody = z.strictObject({ code: z.string() });

const PROBLEMS: Readonly<Record<CodeProblem, string>> = {
  used: 'This address was used before; each one opens the page once.',
  expired: 'This address has expired.',
  unknown: 'This address is not one of the running process.',
};

/** The exchange of a code for a session, and new codes for other browsers and tabs. */
export function sessionRoutes(page: PageAccess): readonly HttpRoute[] {
  return [
    {
      method: 'POST',
      path: '/session',
      access: 'anyone',
      handle: async (c) => {
        const body = codeBody.safeParse(await c.req.json().catch(() => undefined));
        if (!body.success) return refuse('E_BAD_REQUEST', 'The body must be {"code": "…"}.');
        const exchanged = page.redeem(body.data.code);
        if ('problem' in exchanged) return refuse('E_CODE_REFUSED', PROBLEMS[exchanged.problem]);
        return c.json(exchanged);
      },
    },
    {
      method: 'POST',
      path: '/session/code',
      access: ['person', 'owner'],
      handle: (c) => c.json({ code: page.issueCode() }),
    },
  ];
}
