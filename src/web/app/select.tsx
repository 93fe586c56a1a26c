// A filter with one value of some, as a native control.

interface SelectProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly value: string;
  /** Without a choice. */
  readonly usual?: string;
  /** Shows the label beside it. */
  readonly isLabelled?: boolean;
  readonly onChange: (value: string) => void;
}

/** A value that is none of the options, as of an older link, is offered too. */
export function Select({ id, label, options, value, usual = '', isLabelled, onChange }: SelectProps) {
  const isKnown = options.some(([each]) => each === value);
  return (
    <label class="filter">
      <span class={isLabelled ? undefined : 'visually-hidden'}>{label}</span>
      <select
        id={id}
        class={value === usual ? undefined : 'active'}
        value={value}
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
