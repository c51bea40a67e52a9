import * as z from 'zod';
import { connectionFields } from './config.ts';

/** The arguments of `add_connection`: one flat object; what must stand together is checked afterwards. */
export const addConnectionSchema = z.strictObject(connectionFields);
