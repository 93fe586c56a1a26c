// The output of a command: results go to standard output, messages to standard error.

export interface Terminal {
  /** Writes a result to standard output. */
  readonly writeOut: (text: string) => void;
  /** Writes a message to standard error. */
  readonly writeErr: (text: string) => void;
  /** Whether results may be colored: standard output is a terminal with colors, and `NO_COLOR` is not set. */
  readonly hasColors: boolean;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    writeOut: (text) => void process.stdout.write(text),
    writeErr: (text) => void process.stderr.write(text),
    hasColors: (process.stdout.isTTY ?? false) && process.stdout.hasColors(),
  };
}
