// What the responses of an operation contain: the fields and an example of each format, the headers, and the errors.

import type { ComponentChildren } from 'preact';
import { Scrollable } from '../ui/scrollable.js';
import type { Content, Operation } from './description.js';
import { fieldsOf } from './fields.js';
import { Inline } from './prose.js';

export function Responses({ operation: { operationId, responses } }: { readonly operation: Operation }) {
  const { 200: success, ...others } = responses;
  const formats = Object.entries(success?.content ?? {});
  const headers = Object.entries(success?.headers ?? {});
  return (
    <div class="responses">
      {formats.map(([mediaType, content]) => (
        <Format key={mediaType} name={`${operationId} ${mediaType}`} {...{ mediaType, content }} />
      ))}
      <Terms
        title="Response headers"
        rows={headers.map(([name, { description }]) => [name, <Inline text={description} />])}
      />
      <Terms
        title="Other responses"
        rows={Object.entries(others).map(([status, { description }]) => [status, <Inline text={description} />])}
      />
    </div>
  );
}

interface FormatProps {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Content;
}

function Format({ name, mediaType, content: { schema, example } }: FormatProps) {
  const fields = fieldsOf(schema);
  return (
    <details>
      <summary>
        Response as <code>{mediaType}</code>
      </summary>
      {fields.length > 0 ? (
        <div class="fields">
          {fields.map(({ path, type, description }) => (
            <div class="field" key={path}>
              <code>{path}</code> <span class="type">{type}</span>
              <p class="quiet">
                <Inline text={description} />
              </p>
            </div>
          ))}
        </div>
      ) : (
        <p>
          <Inline text={schema.description ?? ''} />
        </p>
      )}
      <h4>Example</h4>
      <Scrollable label={`Example of ${name}`} class="code body">
        <pre>{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>
      </Scrollable>
    </details>
  );
}

interface TermsProps {
  readonly title: string;
  readonly class?: string;
  readonly rows: readonly (readonly [term: string, description: ComponentChildren])[];
}

export function Terms({ title, class: className, rows }: TermsProps) {
  return (
    <details class={className}>
      <summary>{title}</summary>
      <dl>
        {rows.map(([term, description]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd class="quiet">{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
