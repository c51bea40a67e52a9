import * as z from 'zod';
import { connectionFields } from './config.ts';

/** The arguments of `add_connection`: one flat object; which fields go together is checked later. */
export const addConnectionSchema = z.strictObject(connectionFields);
