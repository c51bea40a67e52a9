import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Import {
  readonly file: string;
  readonly specifier: string;
  readonly kind: 'static' | 'type' | 'dynamic';
}

const PATTERN =
  /^(?:import|export)(\s+type)?\b[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm;

export function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(PATTERN)].map(([, type, from, dynamic, bare]) => ({
    file,
    specifier: from ?? dynamic ?? bare ?? '',
    kind: type ? 'type' : dynamic ? 'dynamic' : 'static',
  }));
}

export function isTestFile(file: string): boolean {
  return !file.startsWith('packages/') || /\.test\.|\/testing\//.test(file);
}
