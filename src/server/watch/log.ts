// The log: one JSON object per line on standard output. It never contains keys, responses or variables. Of an error it contains the origin,
// not the rows and parameters that drivers attach.

import { type DestinationStream, type Logger, pino, stdTimeFunctions, symbols } from 'pino';

const deepest = 5;
const mostUnwrittenBytes = 1_048_576;

/** A log that omits entries below `level`. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
    serializers: { err: (error: unknown) => errorFields(error) },
  };
  return pino(options, destination ?? standardOutput());
}

/** Loses lines where they cannot be written, such as on a full disk, rather than the server. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: mostUnwrittenBytes });
  output.on('error', () => {});
  return output;
}

/** Writes lines of another thread, which are made already, where `log` writes its own. */
export function lineWriterOf(log: Logger): (line: string) => void {
  const { [symbols.streamSym]: destination } = log as Logger & { readonly [symbols.streamSym]: DestinationStream }; // safe because pino keeps it there
  return (line) => destination.write(line);
}

function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const inner = cause !== undefined && depth < deepest ? { cause: errorFields(cause, depth + 1) } : {};
  return { type: name, message, ...code, stack, ...inner };
}
