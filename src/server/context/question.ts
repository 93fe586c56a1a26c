// What the answer to a document depends on, beside who asks and the versions of its subjects: plain values, so that whoever is sent the same request again
// finds its answer without reading the document.

import type { Subject } from '../../loaders/versions.js';

export interface Question {
  readonly subjects: readonly Subject[];
  /** The media type of the answer, and a hash of what is asked. */
  readonly asked: readonly string[];
  /** The time zones of its windows of the last days, which end today. */
  readonly zones: readonly unknown[];
}
