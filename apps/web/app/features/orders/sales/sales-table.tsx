import { type ReactNode, useId } from 'react';
import { cn } from '../../../lib/cn.ts';
import { TotalsHeaderCells } from './totals-cells.tsx';

interface Props {
  title: string;
  /** Heads before the figures, and after them. */
  headers: readonly string[];
  trailingHeaders?: readonly string[];
  footer: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}

/** A table of figures; on narrow screens it is moved sideways, by keyboard too. */
export function SalesTable({ title, headers, trailingHeaders = [], footer, below, children }: Props) {
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
            <tr className="border-b border-line text-[.8125rem] text-muted *:pb-2.5 *:font-semibold *:whitespace-nowrap">
              {headers.map((header, index) => (
                <th key={header} scope="col" className={cn('pr-3 text-left', edgeClass(index))}>
                  {header}
                </th>
              ))}
              <TotalsHeaderCells />
              {trailingHeaders.map((header) => (
                <th key={header} scope="col" className="px-3 pr-4 text-right sm:pr-6">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
          <tfoot>{footer}</tfoot>
        </table>
      </section>
      {below ? <div className="px-4 pt-2 sm:px-6 print:hidden">{below}</div> : null}
    </div>
  );
}

const edgeClass = (index: number) => (index === 0 ? 'pl-4 sm:pl-6' : 'pl-3');

export const rowClass = 'border-b border-line *:py-3';
export const footerRowClass = 'border-t-[1.5px] border-dashed border-line-strong *:pt-3.5 *:pb-1 *:font-bold';
export const rowHeaderClass = 'pr-3 pl-4 text-left font-semibold whitespace-nowrap sm:pl-6';
