// Where a command writes: results to standard output, everything meant for a person's eyes to standard error.

export interface Terminal {
  /** A result, for a person or the next command of a pipe. */
  readonly print: (text: string) => void;
  /** A remark, a hint, an error. */
  readonly tell: (text: string) => void;
  /** Whether results go to a person. */
  readonly isInteractive: boolean;
  /** Whether results may be coloured: they go to a terminal that can, and `NO_COLOR` is not set. */
  readonly hasColours: boolean;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    print: (text) => void process.stdout.write(text),
    tell: (text) => void process.stderr.write(text),
    isInteractive: process.stdout.isTTY ?? false,
    hasColours: (process.stdout.isTTY ?? false) && process.stdout.hasColors(),
  };
}
