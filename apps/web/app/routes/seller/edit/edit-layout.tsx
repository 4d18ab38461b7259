import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '../../../lib/cn.ts';
import { paths } from '../../../lib/paths.ts';
import { iconButtonVariants } from '../../../ui/icon-button.tsx';

/** A point or a pack on a page of its own, with the way back to the store. */
export function EditLayout({
  title,
  state,
  children,
}: {
  title: string;
  state?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('seller');
  return (
    <div className="mx-auto max-w-[860px]">
      <div className="mb-5 flex items-start justify-between gap-4">
        <div className="grid min-w-0 justify-items-start gap-2">
          <h1 className="d2 break-words">{title}</h1>
          {state}
        </div>
        <Link
          to={paths.seller}
          aria-label={t('edit.close')}
          className={cn(iconButtonVariants({ variant: 'flat' }), '-mr-1 shrink-0')}
        >
          <IconX aria-hidden="true" />
        </Link>
      </div>
      <div className="grid gap-4">{children}</div>
    </div>
  );
}

/** A part of it. */
export const EditCard = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-6 rounded-lg bg-surface p-4 inset-ring inset-ring-line sm:p-6">
    {title ? <h2 className="h2">{title}</h2> : null}
    {children}
  </section>
);
