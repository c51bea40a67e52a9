import { fileURLToPath } from 'node:url';
import { checkImports } from './imports/check.ts';
import { rules } from './imports/rules.ts';

const { files, problems } = checkImports(fileURLToPath(new URL('..', import.meta.url)), rules);
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} import problems`);
if (problems.length > 0) process.exitCode = 1;
