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

/** The result of `work`, or a failed finding with the error's message. */
export async function attempt<T>(
  name: string,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly finding: Finding }> {
  try {
    return { value: await work() };
  } catch (error) {
    const { message, code } = error as { readonly message?: string; readonly code?: string }; // safe because both are optional
    return { finding: found(name, 'fail', message || code || String(error)) };
  }
}
