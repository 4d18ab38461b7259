import { iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconX } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Me, useMe } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';

/** A part of the account as a page of its own, with a back link. */
export function AccountSubPage({
  title,
  closePath = paths.account,
  isWide = false,
  children,
}: {
  title: string;
  closePath?: string | undefined;
  /** Figures beside each other; texts and forms are narrow. */
  isWide?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation(['account', 'common']);
  return (
    <div className={isWide ? undefined : 'max-w-[640px]'}>
      <div className="mb-5 flex flex-wrap-reverse items-center justify-between gap-x-4">
        <h1 className="h1 min-w-0">{title}</h1>
        <Link
          to={closePath}
          aria-label={t(closePath === paths.account ? 'close' : 'common:close')}
          className={cn(iconButtonVariants({ variant: 'flat' }), '-mr-1 ml-auto')}
        >
          <IconX />
        </Link>
      </div>
      {children}
    </div>
  );
}

interface Props {
  /** For pages whose heading appears only with the user; a part of a page has its own heading. */
  title?: string;
  /** Skeleton of the page; by default that of an account page. */
  fallback?: ReactNode;
  children: (me: Me) => ReactNode;
}

/** Renders its children once the signed-in user has loaded. */
export function WithCurrentUser({ title, fallback, children }: Props) {
  const { t } = useTranslation('account');
  return (
    <QueryState
      query={useMe()}
      heading={title ? <h1 className="sr-only">{title}</h1> : null}
      loading={
        fallback ?? (
          <Loading className="grid max-w-[640px] gap-4">
            {title ? <UserSkeleton /> : null}
            <Skeleton className="h-31 rounded-lg!" />
            <Skeleton className="h-31 rounded-lg!" />
          </Loading>
        )
      }
      reassurance={t('safe')}
    >
      {children}
    </QueryState>
  );
}

const UserSkeleton = () => (
  <div className="flex items-center gap-4">
    <Skeleton className="size-21 rounded-full!" />
    <div className="grid flex-1 gap-2">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-4 w-36" />
    </div>
  </div>
);
