import { approveProject, type ReviewOptions, reviewProject } from '@molehill/project/review';
import type { HttpContext, HttpRoute } from '@molehill/serve/http/route';
import * as z from 'zod';
import type { ProjectResponse } from './api.ts';
import { readBody } from './body.ts';

const approveBody = z.strictObject({ fingerprint: z.string() });

/** The database that the project's files name, and its approval. */
export function projectRoutes(project: ReviewOptions): readonly HttpRoute[] {
  const show = async (c: HttpContext) => {
    const { message, waiting } = await reviewProject(project);
    return c.json({ message, waiting } satisfies ProjectResponse);
  };
  const approve = async (c: HttpContext) => {
    const { fingerprint } = await readBody(c.req.raw, approveBody);
    await approveProject(project, fingerprint);
    return show(c);
  };
  return [
    { method: 'GET', path: '/api/project', access: ['agent', 'person'], handle: show },
    { method: 'POST', path: '/api/project/approve', access: ['person'], handle: approve },
  ];
}
