// The field of a parameter: a choice where its values are known, else a text, with its type, its default and its meaning.

import type { Parameter, Schema } from './description.js';
import { typeOf } from './fields.js';
import { Inline } from './prose.js';

interface FieldProps {
  readonly id: string;
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function Field({ id, parameter, value, onValue }: FieldProps) {
  const { name, required, description, schema } = parameter;
  return (
    <div class="parameter">
      <label for={id}>
        <code>{name}</code> {required && <span class="required">required</span>}
      </label>
      {schema.enum ? (
        <Choice {...{ id, schema, value, onValue }} />
      ) : (
        <TextInput {...{ id, parameter, value, onValue }} />
      )}
      <p id={`${id}-hint`} class="basis">
        <span class="type">
          {schema.enum ? 'string' : typeOf(schema)}
          {schema.items && ', comma-separated'}
          {schema.default !== undefined && !schema.enum && `, default ${schema.default}`}
        </span>{' '}
        <Inline text={description} />
      </p>
    </div>
  );
}

function TextInput({ id, parameter: { required, example, schema }, value, onValue }: FieldProps) {
  return (
    <input
      id={id}
      type="text"
      value={value}
      required={required}
      placeholder={example === undefined ? '' : `for example ${example}`}
      inputMode={schema.type === 'integer' ? 'numeric' : 'text'}
      autocomplete="off"
      spellcheck={false}
      aria-describedby={`${id}-hint`}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}

function Choice({ id, schema, value, onValue }: Omit<FieldProps, 'parameter'> & { readonly schema: Schema }) {
  return (
    <select
      id={id}
      value={value}
      aria-describedby={`${id}-hint`}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
    >
      <option value="">{schema.default === undefined ? 'not sent' : `default: ${schema.default}`}</option>
      {schema.enum?.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}
