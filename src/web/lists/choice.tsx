// One of a few options, as radio buttons in a row.

import { useId } from 'preact/hooks';
import { useAddress } from '../app/navigation.js';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What it selects, shown on hover. */
  readonly help?: string;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The options; arrow keys move between them. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="segments choice" data-export="no">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.help}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-description={option.help}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ParamChoiceProps<Value extends string> extends Pick<ChoiceProps<Value>, 'label' | 'options'> {
  readonly name: string;
}

/** A choice that is a parameter of the page; the first option is the usual one, which the address leaves out. */
export function ParamChoice<Value extends string>({ name, options, ...rest }: ParamChoiceProps<Value>) {
  const { params, changeParams } = useAddress();
  const choose = (value: Value) =>
    changeParams({ [name]: value === options[0]?.value ? undefined : value, page: undefined });
  return <Choice {...rest} options={options} value={readChoice(options, params[name]).value} onChange={choose} />;
}

/** The option of a value; the first if it has none. */
export function readChoice<Of extends Option<string>>(options: readonly Of[], given: string | undefined): Of {
  const found = options.find(({ value }) => value === given) ?? options[0];
  if (!found) throw new Error('There is nothing to choose from.');
  return found;
}
