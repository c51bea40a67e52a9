import { extname } from 'node:path';
import type { ToolLocation } from '../machine-tools/machine-tool.ts';
import { MachineTools, type MachineToolsOptions } from '../machine-tools/machine-tools.ts';
import { basedpyright } from './basedpyright.ts';
import { clangd } from './clangd.ts';
import { gopls } from './gopls.ts';
import type { LanguageServerSpec } from './language-server.ts';
import { rustAnalyzer } from './rust-analyzer.ts';
import { typescript } from './typescript.ts';

export const languageServers: readonly LanguageServerSpec[] = [
  typescript,
  basedpyright,
  gopls,
  rustAnalyzer,
  clangd,
];

const byExtension = new Map(
  languageServers.flatMap((spec) => Object.keys(spec.languageIds).map((extension) => [extension, spec])),
);

/** The language servers of this machine. */
export class LanguageServers {
  readonly #machine: MachineTools;

  constructor(options: MachineToolsOptions) {
    this.#machine = new MachineTools(options);
  }

  /** The server of a file by its name. */
  specFor(path: string): LanguageServerSpec | undefined {
    return byExtension.get(extname(path).toLowerCase());
  }

  /** The server whose files may import a file that none serves. */
  importerOf(path: string): LanguageServerSpec | undefined {
    const extension = extname(path).toLowerCase();
    return languageServers.find(({ importedExtensions }) => importedExtensions?.includes(extension));
  }

  /**
   * `folder` is a trusted workspace folder, whose own TypeScript is used where the machine has none.
   * E_NO_LANGUAGE_SERVER with the command that installs it.
   */
  async find(spec: LanguageServerSpec, folder?: string): Promise<ToolLocation> {
    const location = await this.#machine.locate(spec, folder);
    if (location) return location;
    throw this.#machine.missing(spec, spec.languages.join(', '), { server: spec.name });
  }
}
