// One value of many, found by typing a part of it, as a native control.

import { useEffect, useState } from 'preact/hooks';

interface PickProps {
  readonly id: string;
  readonly label: string;
  /** `null`: not known yet. */
  readonly options: readonly string[] | null;
  readonly value: string;
  /** There are more values than the options, which are the most frequent ones. */
  readonly isCut?: boolean;
  /** Hides the label: the field says it while it is empty. */
  readonly isBare?: boolean;
  /** Called with one of the options, or with nothing. */
  readonly onPick: (value: string) => void;
}

export function Pick({ id, label, options, value, isCut = false, isBare = false, onPick }: PickProps) {
  // What is typed stays while the page around it changes.
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const [waiting, setWaiting] = useState<string | null>(null);
  const pick = (input: string) => {
    setWaiting(options === null ? input : null);
    if (options === null) return;
    const text = input.trim().toLowerCase();
    const find = (isIt: (each: string) => boolean) => options.find((each) => isIt(each.toLowerCase()));
    const found = text === '' ? '' : (find((each) => each === text) ?? find((each) => each.includes(text)));
    const none = isCut ? `None of the ${options.length} most frequent values` : `No ${label.toLowerCase()}`;
    if (found === undefined) return setProblem(`${none} contains “${input.trim()}”.`);
    setProblem('');
    setTyped(null);
    onPick(found);
  };
  // What was entered before the options were known.
  useEffect(() => {
    if (waiting !== null) pick(waiting);
  }, [options === null]);
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
        value={typed ?? value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => pick(currentTarget.value)}
        aria-invalid={problem !== ''}
        onBlur={() => {
          setTyped(waiting);
          setProblem('');
        }}
      />
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      <datalist id={`${id}-options`}>
        {options?.map((each) => (
          <option value={each} key={each} />
        ))}
      </datalist>
    </label>
  );
}
