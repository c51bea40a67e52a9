import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, jsonLines } from '../../clients/json.ts';
import { temporaryFolder } from './cleanup.ts';
import { until } from './until.ts';

/** The record that a server keeps of its finished calls, read from outside. */
export class AuditFile {
  readonly path: string;

  constructor(path: string = join(temporaryFolder(), 'audit.jsonl')) {
    this.path = path;
  }

  /** The error codes of the finished calls of a tool, `ok` for those without. */
  outcomesOf(tool: string): unknown[] {
    const records = existsSync(this.path) ? jsonLines(readFileSync(this.path, 'utf8')) : [];
    return records
      .filter((record) => at(record, 'tool') === tool)
      .map((record) => at(record, 'code') ?? 'ok');
  }

  /** Waits until that many calls of a tool are over, and says how they ended. */
  async outcomes(tool: string, count: number): Promise<unknown[]> {
    await until(`${count} calls of ${tool} are over`, () => this.outcomesOf(tool).length >= count);
    return this.outcomesOf(tool);
  }
}
