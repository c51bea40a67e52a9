import type { DebugProtocol } from '@vscode/debugprotocol';
import { isAdapterMessage, printedExitCode, withoutInspectorLines } from './adapter-messages.ts';
import { OutputRing } from './output-ring.ts';
import type { Timeline } from './timeline.ts';

type OutputBody = DebugProtocol.OutputEvent['body'];

interface SessionOutputOptions {
  readonly startedAt: number;
  readonly timeline: Timeline;
  readonly isJavaScript: boolean;
}

export interface Source {
  /** The DAP session that was started, not one that it started itself. */
  readonly isRoot: boolean;
  readonly isStarting: boolean;
}

/** What a program prints, and its exit code, which some adapters print instead of sending it. */
export class SessionOutput {
  readonly ring: OutputRing;
  exitCode: number | undefined;
  readonly #timeline: Timeline;
  readonly #isJavaScript: boolean;

  constructor({ startedAt, timeline, isJavaScript }: SessionOutputOptions) {
    this.ring = new OutputRing({ startedAt });
    this.#timeline = timeline;
    this.#isJavaScript = isJavaScript;
  }

  /** False for what the program did not print: the adapter's own messages become notes of the timeline. */
  add(body: OutputBody, source: Source): boolean {
    if (this.#isFromAdapter(body, source)) {
      this.#timeline.add('note', { detail: body.output.trim() });
      return false;
    }
    const output = this.#isJavaScript ? withoutInspectorLines(body) : body.output;
    if (output === '') return false;
    this.ring.add({ ...body, output });
    this.#timeline.add('output');
    return true;
  }

  /** js-debug's parent session prints the command line and the exit code, its child what the program prints. */
  #isFromAdapter(body: OutputBody, { isRoot, isStarting }: Source): boolean {
    if (!isRoot || !this.#isJavaScript) return isAdapterMessage(body, isStarting);
    const code = printedExitCode(body);
    this.exitCode ??= code;
    return code !== undefined || body.category === 'console' || body.category === 'telemetry';
  }
}
