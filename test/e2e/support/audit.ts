import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, jsonLines } from '../../clients/json.ts';
import { temporaryFolder } from './cleanup.ts';
import { until } from './until.ts';

/** Reads a server's audit file. */
export class AuditFile {
  readonly path: string;

  constructor(path: string = join(temporaryFolder(), 'audit.jsonl')) {
    this.path = path;
  }

  /** Error codes of the finished calls of a tool, `ok` for successes. */
  outcomesOf(tool: string): unknown[] {
    const records = existsSync(this.path) ? jsonLines(readFileSync(this.path, 'utf8')) : [];
    return records
      .filter((record) => at(record, 'tool') === tool)
      .map((record) => at(record, 'code') ?? 'ok');
  }

  /** Waits until that many calls of a tool have finished and returns their outcomes. */
  async outcomes(tool: string, count: number): Promise<unknown[]> {
    await until(`${count} calls of ${tool} are over`, () => this.outcomesOf(tool).length >= count);
    return this.outcomesOf(tool);
  }
}
