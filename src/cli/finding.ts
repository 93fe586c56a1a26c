// What a check found, for `sightline doctor`.

type Status = 'ok' | 'warn' | 'fail';

/** The result of one check, with advice if it is not `ok`. */
export interface Finding {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
}

/** A finding. */
export function found(name: string, status: Status, message: string): Finding {
  return { name, status, message };
}

/** What `work` finds and says under `name`, or a failed finding with the message of what it throws. */
export async function examined(
  name: string,
  work: (say: (status: Status, message: string) => Finding) => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [await work((status, message) => found(name, status, message))].flat();
  } catch (error) {
    return [found(name, 'fail', messageOrCode(error))];
  }
}

/** Of an error without a message, its code. */
export function messageOrCode(error: unknown): string {
  const { message, code } = error as { readonly message?: string; readonly code?: string }; // safe because both are optional
  return message || code || String(error);
}
