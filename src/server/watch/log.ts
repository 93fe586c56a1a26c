// The log: one JSON object per line on standard output. It never contains keys, responses or variables. Of an error it contains the origin,
// not the rows and parameters that drivers attach.

import { type DestinationStream, type Logger, pino, stdTimeFunctions, symbols } from 'pino';
import { isCode } from '../../errors.js';

const deepest = 5;

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

/** Loses lines that cannot be written, such as on a full disk, rather than the server, which would try them again when it ends, without end. */
function standardOutput(): DestinationStream {
  const open = () => {
    const opened = pino.destination(1);
    // Nobody reads a broken pipe any more: pino writes nothing more there.
    opened.on('error', (error) => {
      if (isCode(error, 'EPIPE') || output !== opened) return;
      opened.destroy();
      output = open();
    });
    return opened;
  };
  let output = open();
  return { write: (line) => output.write(line) };
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
