import { z } from 'zod';

/** Line and UTF-16 column, from 0. */
const position = z.tuple([z.number(), z.number()]);

const importedName = z.object({
  name: z.string(),
  alias: z.string().nullable(),
  start: position,
  nameEnd: position,
  end: position,
});

const importStatement = z.object({
  isFrom: z.boolean(),
  /** Bound in the module itself and not in a function or class. */
  isTop: z.boolean(),
  /** The dots of a relative import. */
  level: z.number(),
  module: z.string(),
  moduleStart: position.optional(),
  moduleEnd: position.optional(),
  start: position,
  end: position,
  /** What is before it in its line; null where that is code. */
  indent: z.string().nullable(),
  names: z.array(importedName),
});

/** A use such as `a.b.c` whose first name is bound by an import. */
const chain = z.object({
  start: position,
  parts: z.array(z.string()),
  ends: z.array(position),
  /** Index of the statement, and of the name in it. */
  bindings: z.array(z.tuple([z.number(), z.number()])),
  isExact: z.boolean(),
});

const parsedFile = z.object({
  path: z.string(),
  hash: z.string(),
  imports: z.array(importStatement),
  chains: z.array(chain),
  /** Line from 1, and a dotted name in a string. */
  strings: z.array(z.tuple([z.number(), z.string()])),
  /** Those of the wanted names that are bound other than by imports, in the module itself and anywhere. */
  topNames: z.array(z.string()),
  localNames: z.array(z.string()),
  /** Those in `__all__`; null where there is none. */
  exported: z.array(z.string()).nullable(),
});

const unreadFile = z.object({ path: z.string(), problem: z.string() });

export const pythonSyntax = z.object({
  files: z.array(z.string()),
  roots: z.array(z.string()),
  syntax: z.array(z.union([parsedFile, unreadFile])),
  settings: z.array(z.tuple([z.string(), z.number(), z.string()])),
});

export type SyntaxPosition = z.infer<typeof position>;
export type ImportedName = z.infer<typeof importedName>;
export type ImportStatement = z.infer<typeof importStatement>;
export type NameChain = z.infer<typeof chain>;
export type ParsedFile = z.infer<typeof parsedFile>;
export type UnreadFile = z.infer<typeof unreadFile>;
export type PythonSyntax = z.infer<typeof pythonSyntax>;

/** What the script is asked for. */
export interface SyntaxRequest {
  readonly folders: readonly string[];
  /** Names of folders that are not searched. */
  readonly skipped: readonly string[];
  /** Files and folders that are read whatever they contain. */
  readonly moved: readonly string[];
  /** Names of the moved modules: files without any of them are not parsed. */
  readonly modules: readonly string[];
  /** The names whose bindings and uses matter. */
  readonly names: readonly string[];
}
