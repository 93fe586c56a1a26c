// A field that searches a list a moment after the last key.

import { useEffect, useRef, useState } from 'preact/hooks';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const pauseMs = 300;
/** The longest text that the API searches for. */
const maxLength = 200;

/** Calls `onSearch` when the typing pauses, and at once on Enter. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  // What is chosen elsewhere meanwhile stays chosen.
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    // What is searched for lacks the space after which somebody types on.
    if (value === text.trim()) return;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(next.trim()), delayMs);
  };
  return (
    <input
      type="search"
      class="search-field"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={maxLength}
      data-export="no"
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value, pauseMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(event.currentTarget.value, 0);
      }}
    />
  );
}
