import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import type { ReactNode } from 'react';
import { BusinessTabs } from '../../features/businesses/business-tabs.tsx';
import { useCurrentBusiness, useMe } from '../../lib/data/shared-queries.ts';

/** A page of the money of the business, for its owners and accountants; the account has that of the user. */
export function MoneyPage({
  title,
  children,
}: {
  title: string;
  children: (businessId: number) => ReactNode;
}) {
  const me = useMe();
  const business = useCurrentBusiness();
  return (
    <div className="gutter py-4 sm:py-7">
      <PageTitle>{title}</PageTitle>
      <header className="mb-3">
        <h1 className="d2">{title}</h1>
        <p className="mt-1 min-h-6 wrap-anywhere text-muted">{business?.name}</p>
      </header>
      <BusinessTabs />
      <QueryState query={me} loading={<LoadingRows count={2} row="h-36" />}>
        {({ business: current }) => (current ? children(current.id) : null)}
      </QueryState>
    </div>
  );
}
