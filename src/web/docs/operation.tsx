// One operation: a line that opens to its form, the response to it, and what its responses contain.

import { useState } from 'preact/hooks';
import { Select } from '../app/select.js';
import type { Examples } from '../data/examples.js';
import type { Operation, Parameter } from './description.js';
import { Inline, PathText, Prose } from './prose.js';
import { ReplyView, type ReplyViewProps } from './reply.js';
import { prepare, send, toCurl, type Values } from './request.js';
import { Responses, typeOf } from './responses.js';

interface OperationCardProps {
  readonly operation: Operation;
  /** What parameters are filled with. */
  readonly examples: Examples | null;
  /** Nothing that was entered or answered in another one is shown. */
  readonly session: string;
}

export function OperationCard({ operation, examples, session }: OperationCardProps) {
  const { operationId, method, path, summary, description = '' } = operation;
  return (
    <details class="operation" id={operationId}>
      <summary>
        <span class="method">{method}</span>
        <h3>
          <PathText path={path} />
        </h3>
        <span class="summary quiet">
          <Inline text={summary} />
        </span>
      </summary>
      <div class="operation-body">
        {method === 'GET' ? (
          <Trial key={session} operation={operation} examples={examples} />
        ) : (
          <Prose text={description} />
        )}
        <Responses operation={operation} />
      </div>
    </details>
  );
}

/** The values of parameters with an example that the key can read, and of others that are required; all others are empty. */
function filled(parameters: readonly Parameter[], examples: Examples | null): Values {
  const known: Values = examples ? { ...examples, brandIds: '' } : {};
  const own = ({ required, example = '' }: Parameter) => (examples && required ? String(example) : '');
  return Object.fromEntries(parameters.map((each) => [each.name, known[each.name] ?? own(each)]));
}

/** What came of a request, and of which. */
type Outcome = Omit<ReplyViewProps, 'name' | 'request'> & { readonly of: string };

function Trial({ operation, examples }: Omit<OperationCardProps, 'session'>) {
  const { operationId, parameters, responses } = operation;
  const mediaTypes = Object.keys(responses['200']?.content ?? {});
  // What was entered stays when the examples arrive.
  const [entered, setEntered] = useState<Values>({});
  const [accept, setAccept] = useState(mediaTypes[0] ?? '');
  const [outcome, setOutcome] = useState<Outcome>({ of: '' });
  const reset = () => {
    setEntered({});
    setAccept(mediaTypes[0] ?? '');
    setOutcome({ of: '' });
  };
  const values = { ...filled(parameters, examples), ...entered };
  const prepared = prepare(operation, values, accept);
  const sent = JSON.stringify(prepared);
  // A response is shown only below the request that it answers.
  const shown: Partial<Outcome> = outcome.of === sent ? outcome : {};
  const submit = async (event: Event) => {
    event.preventDefault();
    const sending = { isSending: true, of: sent };
    setOutcome(sending);
    const received = await send(prepared).then(
      (reply) => ({ reply }),
      () => ({ failure: 'The server cannot be reached.' }),
    );
    setOutcome((current) => (current === sending ? { ...received, of: sent } : current));
  };
  return (
    <form class="trial" onSubmit={submit}>
      {parameters.length > 0 && (
        <div class="parameters">
          {parameters.map((parameter) => (
            <Field
              key={parameter.name}
              id={`${operationId}-${parameter.name}`}
              value={values[parameter.name] ?? ''}
              onValue={(value) => setEntered({ ...entered, [parameter.name]: value })}
              parameter={parameter}
            />
          ))}
        </div>
      )}
      <div class="row">
        <button type="submit" class="button primary" disabled={shown.isSending}>
          Execute
        </button>
        {mediaTypes.length > 1 && (
          <Select
            id={`${operationId}-format`}
            class="format quiet"
            label="Format"
            isLabelled
            options={mediaTypes.map((mediaType) => [mediaType, mediaType])}
            value={accept}
            usual={accept}
            onChange={setAccept}
          />
        )}
        <button type="button" class="button" onClick={reset}>
          Reset
        </button>
      </div>
      <ReplyView name={operationId} request={toCurl(prepared, location.origin)} {...shown} />
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly parameter: Parameter;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The field of a parameter: a choice where its values are known, else a text, with its type, its default and its meaning. */
function Field({ id, parameter, value, onValue }: FieldProps) {
  const { name, required, description, schema, example } = parameter;
  const shared = { id, value, 'aria-describedby': `${id}-hint` };
  return (
    <div class="parameter">
      <label for={id}>
        <code>{name}</code> {required && <span class="required">required</span>}
      </label>
      {schema.enum ? (
        <select {...shared} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
          <option value="">{schema.default === undefined ? 'not sent' : `default: ${schema.default}`}</option>
          {schema.enum.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          required={required}
          placeholder={example === undefined ? '' : `for example ${example}`}
          inputMode={schema.type === 'integer' ? 'numeric' : 'text'}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
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
