import { type ReactNode, useId } from 'react';
import { cx } from '../../../lib/cx.ts';
import { SumsHeads } from './sums-cells.tsx';

interface Props {
  title: string;
  /** Heads before the figures, and after them. */
  heads: readonly string[];
  after?: readonly string[];
  foot: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}

/** A table of figures; on narrow screens it is moved sideways, by keyboard too. */
export function SalesTable({ title, heads, after = [], foot, below, children }: Props) {
  const id = useId();
  return (
    <div className="min-w-0 rounded-lg bg-surface py-4 sm:py-6 print:break-inside-avoid">
      <h2 id={id} className="h2 mb-3.5 px-4 sm:px-6">
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is beyond its edge is reached by the arrow keys */}
      <section aria-labelledby={id} tabIndex={0} className="overflow-x-auto -outline-offset-3!">
        <table className="w-full border-collapse text-[.9375rem] print:text-[.6875rem]">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-[.8125rem] text-2 *:pb-2.5 *:font-semibold *:whitespace-nowrap">
              {heads.map((head, place) => (
                <th key={head} scope="col" className={cx('pr-3 text-left', edge(place))}>
                  {head}
                </th>
              ))}
              <SumsHeads />
              {after.map((head) => (
                <th key={head} scope="col" className="px-3 pr-4 text-right sm:pr-6">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
          <tfoot>{foot}</tfoot>
        </table>
      </section>
      {below ? <div className="px-4 pt-2 sm:px-6 print:hidden">{below}</div> : null}
    </div>
  );
}

const edge = (place: number) => (place === 0 ? 'pl-4 sm:pl-6' : 'pl-3');

export const rowClass = 'border-b border-line *:py-3';
export const footClass = 'border-t-[1.5px] border-dashed border-line-strong *:pt-3.5 *:pb-1 *:font-bold';
export const rowHeadClass = 'pr-3 pl-4 text-left font-semibold whitespace-nowrap sm:pl-6';
