import { type ReactNode, useState } from 'react';

interface Props<T> {
  items: readonly T[];
  initialCount: number;
  /** Label of the button that shows the rest. */
  moreLabel: string;
  children: (item: T, index: number) => ReactNode;
}

export function CollapsibleList<T>({ items, initialCount, moreLabel, children }: Props<T>) {
  const [isExpanded, setExpanded] = useState(false);
  const visibleItems = isExpanded ? items : items.slice(0, initialCount);
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)]">{visibleItems.map(children)}</ul>
      {items.length > visibleItems.length ? (
        <button
          type="button"
          onClick={() => setExpanded(true)}
          className="link min-h-11 justify-self-start text-sm"
        >
          {moreLabel}
        </button>
      ) : null}
    </>
  );
}
