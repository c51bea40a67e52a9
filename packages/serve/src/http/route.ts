import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Who sent a request, by the secret that it carries. */
export type Identity =
  /** Knows the token that agents get. */
  | { readonly kind: 'agent' }
  /** Uses the page. */
  | { readonly kind: 'person'; readonly session: string }
  /** Can read the state directory of this process: the person's own terminal. */
  | { readonly kind: 'owner' };

/** What a person decides is for `person` alone: an agent's token never approves or answers. */
export type Access = 'anyone' | readonly Identity['kind'][];

/** For services that are mounted as they are: the kind of who sent a request. */
export interface ServiceEnv {
  Variables: { identity: string };
}

export interface HttpEnv extends ServiceEnv {
  Bindings: HttpBindings;
}
export type HttpContext = Context<HttpEnv>;

/** One line of the table from which the server is built. Nothing is served without an access. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /** The handler checks the content type; otherwise a POST must carry JSON. */
  readonly checksContentType?: true;
  handle(c: HttpContext, who: Identity | undefined): Response | Promise<Response>;
}
