import { Fragment } from 'react';

/** Times of a window and post codes. */
const UNIT = /(\d{1,2}:\d{2}–\d{1,2}:\d{2}|\b\d{4}-\d{3}\b)/;

/** A text in which no line ends within a window ('17:30–19:00') or a post code ('1200-205'). */
export function Unbroken({ children }: { children: string }) {
  const parts = children.split(UNIT).map((text, position) => ({ text, position }));
  return parts.map(({ text, position }) =>
    UNIT.test(text) ? (
      <span key={position} className="whitespace-nowrap">
        {text}
      </span>
    ) : (
      <Fragment key={position}>{text}</Fragment>
    ),
  );
}
