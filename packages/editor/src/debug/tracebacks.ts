/** A failure that a program printed. */
export interface Traceback {
  readonly kind: 'python' | 'node' | 'go' | 'pytest' | 'jest' | 'node:test' | 'go test';
  readonly type?: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  /** Innermost first, as `function (file:line)`. */
  readonly frames: readonly string[];
  /** Indexes of its first and last line. */
  readonly first: number;
  readonly last: number;
}

type Parse = (lines: readonly string[], at: number) => Traceback | undefined;

const MOST_FRAMES = 20;
const MOST_LINES = 400;

/** Failures in lines of output, in their order. */
export function findTracebacks(lines: readonly string[]): readonly Traceback[] {
  const found: Traceback[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const traceback = firstOf(lines, at);
    if (!traceback) continue;
    found.push(traceback);
    at = Math.max(at, traceback.last);
  }
  return found;
}

function firstOf(lines: readonly string[], at: number): Traceback | undefined {
  for (const parse of parsers) {
    const found = parse(lines, at);
    if (found) return found;
  }
  return undefined;
}

const PY_FRAME = /^\s*File "([^"]+)", line (\d+)(?:, in (.+))?$/;
const PY_ERROR = /^([A-Za-z_][\w.]*)(?:: (.*))?$/;

/** The last error of a chain: it is the one that was raised. */
const python: Parse = (lines, at) => {
  if (!/^\s*Traceback \(most recent call last\):$/.test(lines[at] ?? '')) return undefined;
  const frames: Frame[] = [];
  for (let next = at + 1; next < Math.min(lines.length, at + MOST_LINES); next += 1) {
    const line = lines[next] ?? '';
    const frame = PY_FRAME.exec(line);
    if (frame) frames.unshift({ file: frame[1] ?? '', line: Number(frame[2]), name: frame[3] ?? '' });
    else if (/^\S/.test(line)) {
      const error = PY_ERROR.exec(line);
      return error
        ? build('python', {
            type: error[1],
            message: error[2] ?? '',
            frames: ofProgram(frames),
            first: at,
            last: next,
          })
        : undefined;
    }
  }
  return undefined;
};

/** Without the frames in which debugpy starts the program. */
function ofProgram(frames: readonly Frame[]): readonly Frame[] {
  const adapter = frames.findIndex(({ file }) => /[\\/]debugpy[\\/]/.test(file));
  return adapter > 0 ? frames.slice(0, adapter) : frames;
}

const JS_ERROR =
  /^(?:Uncaught (?:\w+ (?=[A-Z]\w*:))?)?((?:[A-Z]\w*)?(?:Error|Exception|Rejection))(?: \[[\w-]+\])?(?:: (.*))?$/;
const JS_FRAME = /^\s+at (?:(.+?) \()?(?:file:\/\/)?([^()\s]+?):(\d+)(?::\d+)?\)?$/;

const node: Parse = (lines, at) => {
  const error = JS_ERROR.exec(lines[at] ?? '');
  if (!error) return undefined;
  let first = at + 1;
  while (first < Math.min(lines.length, at + 20) && !JS_FRAME.test(lines[first] ?? '')) first += 1;
  const frames = takeFrames(lines, first, (line) => {
    const found = JS_FRAME.exec(line);
    return found ? { name: found[1] ?? '', file: found[2] ?? '', line: Number(found[3]) } : undefined;
  });
  if (frames.length === 0) return undefined;
  const own = frames.filter(({ file }) => !file.startsWith('node:'));
  const message = [error[2] ?? '', ...lines.slice(at + 1, first)].join('\n').trim();
  return build('node', {
    type: error[1],
    message,
    frames: own.length > 0 ? own : frames,
    place: own[0],
    first: at,
    last: first + frames.length - 1,
  });
};

const GO_PANIC = /^(?:panic|fatal error): (.+?)(?: \[recovered\])?$/;

const go: Parse = (lines, at) => {
  const panic = GO_PANIC.exec(lines[at] ?? '');
  if (!panic) return undefined;
  const frames: Frame[] = [];
  let last = at;
  for (let next = at + 1; next < Math.min(lines.length, at + MOST_LINES); next += 1) {
    const place = /^\t(\S+\.(?:go|s)):(\d+)/.exec(lines[next] ?? '');
    if (!place) continue;
    const name = (lines[next - 1] ?? '').replace(/\(.*$/, '');
    frames.push({ name, file: place[1] ?? '', line: Number(place[2]) });
    last = next;
  }
  const own = frames.find(({ file, name }) => !/\/src\/(runtime|testing)\//.test(file) && name !== 'panic');
  return build('go', { type: 'panic', message: panic[1] ?? '', frames, place: own, first: at, last });
};

const PYTEST_SUMMARY =
  /^(?:FAILED|ERROR) (\S+?\.py)(?:::(\S+))?(?: - (?:([A-Za-z_][\w.]*(?:Error|Exception|Failed|Exit|Interrupt)): ?)?(.*))?$/;

const pytest: Parse = (lines, at) => {
  const summary = PYTEST_SUMMARY.exec(lines[at] ?? '');
  if (!summary) return undefined;
  const [, file = '', test = '', type, message = ''] = summary;
  const said = lines.slice(Math.max(0, at - MOST_LINES), at);
  const place = said.map((line) => /^(\S+\.py):(\d+): /.exec(line)).findLast((found) => found?.[1] === file);
  const text = [test, message].filter((part) => part !== '').join(': ');
  const where = { name: test, file, line: Number(place?.[2] ?? 0) };
  return build('pytest', { type, message: text, frames: [], place: where, first: at, last: at });
};

const JEST_TITLE = /^\s*● (?!Console$|Test suite failed)(.+)$/;

const jest: Parse = (lines, at) => {
  const title = JEST_TITLE.exec(lines[at] ?? '')?.[1];
  if (title === undefined) return undefined;
  const block = lines.slice(at + 1, at + 60);
  const end = block.findIndex((line) => JEST_TITLE.test(line) || /^(Test Suites|Tests):/.test(line));
  const body = end === -1 ? block : block.slice(0, end);
  const told = body.find((line) => line.trim() !== '')?.trim() ?? '';
  const frames = body.flatMap((line) => {
    const found = JS_FRAME.exec(line);
    return found ? [{ name: found[1] ?? '', file: found[2] ?? '', line: Number(found[3]) }] : [];
  });
  if (frames.length === 0) return undefined;
  const own = frames.find(({ file }) => !file.includes('node_modules'));
  return build('jest', {
    message: `${title}: ${told}`,
    frames,
    place: own,
    first: at,
    last: at + body.length,
  });
};

const goTest: Parse = (lines, at) => {
  const test = /^\s*--- FAIL: (\S+)/.exec(lines[at] ?? '')?.[1];
  if (test === undefined) return undefined;
  const said = /^\s+(\S+\.go):(\d+): (.*)$/.exec(lines[at + 1] ?? '');
  const place = said ? { name: test, file: said[1] ?? '', line: Number(said[2]) } : undefined;
  const last = said ? at + 1 : at;
  return build('go test', {
    message: `${test}${said ? `: ${said[3]}` : ''}`,
    frames: [],
    place,
    first: at,
    last,
  });
};

const parsers: readonly Parse[] = [python, node, go, goTest, pytest, jest];

interface Frame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

interface Found {
  readonly type?: string | undefined;
  readonly message: string;
  readonly frames: readonly Frame[];
  readonly place?: Frame | undefined;
  readonly first: number;
  readonly last: number;
}

function build(kind: Traceback['kind'], { type, message, frames, place, first, last }: Found): Traceback {
  const at = place ?? frames[0];
  return {
    kind,
    ...(type === undefined ? {} : { type }),
    message,
    ...(at?.file ? { file: at.file } : {}),
    ...(at && at.line > 0 ? { line: at.line } : {}),
    frames: frames
      .slice(0, MOST_FRAMES)
      .map(({ name, file, line }) => (name ? `${name} (${file}:${line})` : `${file}:${line}`)),
    first,
    last,
  };
}

function takeFrames(
  lines: readonly string[],
  from: number,
  read: (line: string) => Frame | undefined,
): Frame[] {
  const frames: Frame[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const frame = read(lines[at] ?? '');
    if (!frame) break;
    frames.push(frame);
  }
  return frames;
}
