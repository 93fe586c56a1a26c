// A filter with one value of some, as a native control.

export interface SelectProps {
  readonly id: string;
  readonly class?: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  /** Without a choice. */
  readonly usual?: string;
  /** Shows the label beside it. */
  readonly isLabelled?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** A value that is none of the options, as of an older link, is offered too. */
export function Select(props: SelectProps) {
  const {
    id,
    class: className = 'filter',
    label,
    options,
    value,
    usual = '',
    isLabelled,
    isDisabled,
    onChange,
  } = props;
  const isKnown = options.some(([each]) => each === value);
  return (
    <label class={className}>
      <span class={isLabelled ? undefined : 'visually-hidden'}>{label}</span>
      <select
        id={id}
        class={value === usual ? undefined : 'active'}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([each, text]) => (
          <option value={each} key={each}>
            {text}
          </option>
        ))}
        {!isKnown && <option value={value}>{value}</option>}
      </select>
    </label>
  );
}
