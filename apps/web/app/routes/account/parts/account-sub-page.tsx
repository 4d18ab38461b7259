import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '../../../lib/cn.ts';
import { paths } from '../../../lib/paths.ts';
import { iconButtonVariants } from '../../../ui/icon-button.tsx';

/** A part of the account as a page of its own, with the way back. */
export function AccountSubPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <div className="max-w-[640px]">
      <div className="mb-5 flex items-center justify-between gap-4">
        <h1 className="h1">{title}</h1>
        <Link
          to={paths.account}
          aria-label={t('close')}
          className={cn(iconButtonVariants({ variant: 'flat' }), '-mr-1')}
        >
          <IconX aria-hidden="true" />
        </Link>
      </div>
      {children}
    </div>
  );
}
