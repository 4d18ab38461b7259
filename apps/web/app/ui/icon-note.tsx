import type { ReactNode } from 'react';

/** A line of what holds, in a list. */
export const IconNote = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5 text-sm leading-5 text-pretty [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted">
    {icon}
    <span className="min-w-0">{children}</span>
  </li>
);
