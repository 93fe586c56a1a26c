// One value of many, found by typing a part of it, as a native control.

interface PickProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
  /** Hides the label: the field says it while it is empty. */
  readonly isBare?: boolean;
  /** Called with one of the options, or with nothing. */
  readonly onPick: (value: string) => void;
}

export function Pick({ id, label, options, value, isBare = false, onPick }: PickProps) {
  const pick = (input: HTMLInputElement) => {
    const text = input.value.trim();
    const found = options.find((each) => each.toLowerCase() === text.toLowerCase());
    if (found !== undefined || text === '') onPick(found ?? '');
    else input.value = value;
  };
  return (
    <label class="filter">
      <span class={isBare ? 'visually-hidden' : undefined}>{label}</span>
      <input
        id={id}
        type="search"
        list={`${id}-options`}
        class={value && isBare ? 'active' : undefined}
        placeholder={label}
        title={value || undefined}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => pick(currentTarget)}
      />
      <datalist id={`${id}-options`}>
        {options.map((each) => (
          <option value={each} key={each} />
        ))}
      </datalist>
    </label>
  );
}
