import { type ReactNode, useState } from 'react';

interface Props<T> {
  of: readonly T[];
  /** How many show at first. */
  shown: number;
  /** On the button that shows the rest. */
  more: string;
  children: (one: T, index: number) => ReactNode;
}

/** A long list begins with a few; all of it on request. */
export function Folded<T>({ of, shown, more, children }: Props<T>) {
  const [all, setAll] = useState(false);
  const some = all ? of : of.slice(0, shown);
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)]">{some.map(children)}</ul>
      {of.length > some.length ? (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="link min-h-11 justify-self-start text-sm"
        >
          {more}
        </button>
      ) : null}
    </>
  );
}
