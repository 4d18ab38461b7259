import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BusinessTabs } from '../../features/businesses/business-tabs.tsx';
import { StatementList } from '../../features/ledger/statements.tsx';
import { TransactionList } from '../../features/ledger/transaction-list.tsx';
import { useCurrentBusiness, useMemberRights } from '../../lib/data/shared-queries.ts';

/** A page of the money of the business, for its owners and accountants; the account has that of the user. */
function MoneyPage({ title, children }: { title: string; children: (businessId: number) => ReactNode }) {
  const { businessId } = useMemberRights();
  const business = useCurrentBusiness();
  return (
    <div className="gutter py-4 [--color-panel:var(--color-surface)] sm:py-7">
      <PageTitle>{title}</PageTitle>
      <header className="mb-3">
        <h1 className="d2">{title}</h1>
        <p className="mt-1 min-h-6 wrap-anywhere text-muted">{business?.name}</p>
      </header>
      <BusinessTabs />
      {businessId === null ? null : children(businessId)}
    </div>
  );
}

function Statements() {
  const { t } = useTranslation('money');
  return (
    <MoneyPage title={t('titles.statements')}>
      {(businessId) => (
        <div className="rounded-lg bg-surface p-4 sm:p-6">
          <StatementList businessId={businessId} />
        </div>
      )}
    </MoneyPage>
  );
}

function Transactions() {
  const { t } = useTranslation('money');
  return (
    <MoneyPage title={t('titles.transactions')}>
      {(businessId) => (
        <NuqsAdapter>
          <TransactionList businessId={businessId} />
        </NuqsAdapter>
      )}
    </MoneyPage>
  );
}

export const statements = { Component: Statements };
export const transactions = { Component: Transactions };
