// One value of many, found by typing a part of it, as a native control.

import { useLayoutEffect, useState } from 'preact/hooks';

interface PickProps {
  readonly id: string;
  readonly label: string;
  /** `null`: not known yet. */
  readonly options: readonly string[] | null;
  readonly value: string;
  /** There may be more values than the options: what none of them contains is picked as it is typed. */
  readonly isCut?: boolean;
  /** Hides the label: the field says it while it is empty. */
  readonly isBare?: boolean;
  /** Called with a value, or with nothing. */
  readonly onPick: (value: string) => void;
}

/** Names of time zones have no blanks. */
const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');

export function Pick({ id, label, options, value, isCut = false, isBare = false, onPick }: PickProps) {
  // What is typed stays while the page around it changes.
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const [waiting, setWaiting] = useState<string | null>(null);
  const pick = (input: string) => {
    setWaiting(options === null ? input : null);
    if (options === null) return;
    const [exact, text] = [input.trim(), folded(input)];
    const isOffered = text === '' || options.includes(exact);
    const find = (isIt: (each: string) => boolean) => options.find((each) => isIt(folded(each)));
    const found = isOffered ? exact : (find((each) => each === text) ?? find((each) => each.includes(text)));
    if (found === undefined && !isCut) return setProblem(`No ${label.toLowerCase()} contains “${exact}”.`);
    setProblem('');
    setTyped(null);
    onPick(found ?? exact);
  };
  // What was entered before the options were known; before anything else can be chosen.
  useLayoutEffect(() => {
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
        onInput={({ currentTarget }) => {
          setWaiting(null);
          setTyped(currentTarget.value);
        }}
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
