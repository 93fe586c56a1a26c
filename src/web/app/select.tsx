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
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** A value that is none of the options, as of an older link, is offered too. */
export function Select(props: SelectProps) {
  const { class: className = 'filter', label, options, usual = '', isLabelled, onChange, ...select } = props;
  const { value } = select;
  const isKnown = options.some(([each]) => each === value);
  return (
    <label class={className}>
      <span class={isLabelled ? undefined : 'visually-hidden'}>{label}</span>
      <select
        {...select}
        class={value === usual ? undefined : 'active'}
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
