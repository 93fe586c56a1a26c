// What the responses of an operation contain: the fields and an example of each format, the headers, and the errors.

import type { ComponentChildren } from 'preact';
import { Scrollable } from '../ui/scrollable.js';
import type { Operation, Schema } from './description.js';
import { Inline } from './prose.js';

export function Responses({ operation: { operationId, responses } }: { readonly operation: Operation }) {
  const { 200: success, ...others } = responses;
  const described = (all: Readonly<Record<string, { readonly description: string }>>) =>
    Object.entries(all).map(([name, { description }]) => [name, <Inline text={description} />] as const);
  return (
    <div class="responses">
      {Object.entries(success?.content ?? {}).map(([mediaType, { schema, example }]) => (
        <details key={mediaType}>
          <summary>
            Response as <code>{mediaType}</code>
          </summary>
          <Fields schema={schema} />
          <h4>Example</h4>
          <Scrollable label={`Example of ${operationId} ${mediaType}`} class="code body">
            <pre>{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>
          </Scrollable>
        </details>
      ))}
      <Terms title="Response headers" rows={described(success?.headers ?? {})} />
      <Terms title="Other responses" rows={described(others)} />
    </div>
  );
}

/** The fields of a body; of one without, what it is. */
function Fields({ schema }: { readonly schema: Schema }) {
  const fields = fieldsOf(schema);
  if (fields.length === 0)
    return (
      <p>
        <Inline text={schema.description ?? ''} />
      </p>
    );
  return (
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
  );
}

interface FieldRow {
  /** Such as `shareOfVoice.entries[].name`. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

/** The fields of a schema and of the objects in it, in the order of the body. */
export function fieldsOf(schema: Schema, path = ''): readonly FieldRow[] {
  const { schema: inner, path: place } = innermost(schema, path);
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const own = place === '' ? name : `${place}.${name}`;
    const isOptional = !inner.required?.includes(name);
    const row = {
      path: own,
      type: isOptional ? `${typeOf(field)}, optional` : typeOf(field),
      description: field.description ?? '',
    };
    return [row, ...fieldsOf(field, own)];
  });
}

/** The object in lists, maps and alternatives with null. */
function innermost(schema: Schema, path: string): { readonly schema: Schema; readonly path: string } {
  const { items, additionalProperties, anyOf, ...own } = schema;
  if (items) return innermost(items, `${path}[]`);
  if (additionalProperties) return innermost(additionalProperties, `${path}.*`);
  const [first] = anyOf ?? [];
  return first ? innermost(first, path) : { schema: own, path };
}

/** The type of a value in words. */
export function typeOf(schema: Schema): string {
  const { type, format, items, additionalProperties, anyOf, enum: values, minimum, maximum } = schema;
  if (anyOf) return anyOf.map((each) => typeOf(each)).join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  if (additionalProperties) return `map of ${typeOf(additionalProperties)}`;
  if (values) return values.map((value) => value ?? 'null').join(' | ');
  const names = [type ?? []].flat();
  const bounds = [minimum === undefined ? '' : ` ≥ ${minimum}`, maximum === undefined ? '' : ` ≤ ${maximum}`].join('');
  return names.map((name) => (name === 'null' ? name : `${format ?? name}${bounds}`)).join(' or ');
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
