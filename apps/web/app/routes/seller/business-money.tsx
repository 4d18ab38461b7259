import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { StatementList } from '../../features/ledger/statements.tsx';
import { TransactionList } from '../../features/ledger/transaction-list.tsx';
import { MoneyPage } from './money-page.tsx';

function Statements() {
  const { t } = useTranslation('money');
  return (
    <MoneyPage title={t('titles.statements')}>
      {(businessId) => (
        <div className="rounded-lg bg-surface p-4 [--color-panel:var(--color-surface)] sm:p-6">
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
        <div className="[--color-panel:var(--color-surface)]">
          <NuqsAdapter>
            <TransactionList businessId={businessId} />
          </NuqsAdapter>
        </div>
      )}
    </MoneyPage>
  );
}

export const statements = { Component: Statements };
export const transactions = { Component: Transactions };
