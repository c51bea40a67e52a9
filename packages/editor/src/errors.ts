import { defineErrors } from '@molehill/core/errors';
import { errorTable } from './generated/errors.ts';

export const editorErrors = defineErrors(errorTable);
