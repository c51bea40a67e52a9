import { silentLog } from '@molehill/core/log';
import { openHeadlessHost } from '../host.ts';
import { testLanguageServers } from './language-servers.ts';

/** A process with a language server, to be killed: prints the id of the server's process when it has answered. */
const [folder = '', path = ''] = process.argv.slice(2);
const options = { folders: [folder], stateRoot: folder, env: process.env, log: silentLog };
const host = openHeadlessHost({ ...options, languageServers: testLanguageServers(folder) });
await host.language.documentSymbols(path, { signal: new AbortController().signal, progress: () => {} });
process.stdout.write(`${host.language.servers()[0]?.pid}\n`);
