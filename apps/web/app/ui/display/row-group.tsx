import { cn } from '@wopack/ui/cn.ts';
import { IconChevronRight } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const ROW_CLASS =
  'flex min-h-[60px] items-center gap-3.5 py-1.5 leading-5 font-semibold [&>svg]:size-5 [&>svg]:shrink-0';

export const RowGroup = ({ children, className }: { children: ReactNode; className?: string }) => (
  <ul className={cn('divide-y divide-line rounded-lg bg-panel px-4 py-0.5', className)}>{children}</ul>
);

interface Props {
  icon: ReactNode;
  label: string;
  /** The control, at the end of the row. */
  children?: ReactNode;
}

export const Row = ({ icon, label, children }: Props) => (
  <li className={ROW_CLASS}>
    {icon}
    <span className="min-w-0 flex-1">{label}</span>
    {children}
  </li>
);

/** A row that links to a page; `value`: the current setting. */
export const RowLink = ({
  icon,
  label,
  to,
  value,
}: Omit<Props, 'children'> & { to: string; value?: string }) => (
  <li>
    <Link to={to} className={cn(ROW_CLASS, 'rounded-xs')}>
      {icon}
      <span className="min-w-0 flex-1">{label}</span>
      {value ? <span className="max-w-1/2 truncate font-normal text-muted">{value}</span> : null}
      <IconChevronRight className="text-muted" aria-hidden="true" />
    </Link>
  </li>
);
