import { useQuery } from '@tanstack/react-query';
import { ButtonLink, TextLink } from '@wopack/ui/button.tsx';
import { combineQueries, QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { IconPencil } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { businessQuery } from '../../../features/identity/account/account.api.ts';
import { payoutDetailsQuery } from '../../../features/ledger/ledger.api.ts';
import { useNamedBusiness } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';

/** Balance, payout date and account, and the VAT number on the statements. */
export function PayoutCard() {
  const { t } = useTranslation('money');
  const format = useFormat();
  const businessId = useNamedBusiness();
  const payout = useQuery(payoutDetailsQuery(businessId));
  const business = useQuery(businessQuery(businessId));
  const payoutPath = businessId ? paths.businessPayout : paths.payout;
  const query = combineQueries({ payout, business });
  const seller = payout.data?.accounts.find(({ role }) => role === 'seller');
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6">
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h2">{t('card.title')}</h2>
        <ButtonLink variant="soft" size="small" icon={<IconPencil />} to={payoutPath}>
          {t('card.edit')}
        </ButtonLink>
      </div>
      <QueryState query={query} loading={<LoadingRows count={1} row="h-28" />} isInline>
        {({ payout: { next_payout: nextPayout, iban, holder, way }, business: record }) => (
          <dl className="grid gap-2">
            <PayoutLine name={t('card.payable')}>{format.formatMoney(seller?.payable_cents ?? 0)}</PayoutLine>
            {way ? null : (
              <>
                <PayoutLine name={t('card.next')}>{format.formatDate(nextPayout)}</PayoutLine>
                <PayoutLine name={t('iban')}>
                  <Link to={payoutPath} className="link">
                    {iban ?? t('card.addIban')}
                  </Link>
                </PayoutLine>
              </>
            )}
            {iban && !way ? <PayoutLine name={t('holder')}>{holder}</PayoutLine> : null}
            <PayoutLine name={t('card.vat')}>
              <Link to={businessId ? payoutPath : paths.business} className="link">
                {record?.vat_number || t('card.addVat')}
              </Link>
            </PayoutLine>
          </dl>
        )}
      </QueryState>
      {payout.data?.held_until ? (
        <p className="mt-3 text-sm font-semibold text-pretty">
          {t('held', { day: format.formatOnDate(payout.data.held_until) })}
        </p>
      ) : null}
      <TextLink to={businessId ? paths.businessStatements : paths.statements} className="mt-2">
        {t('titles.statements')}
      </TextLink>
    </section>
  );
}

const PayoutLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="font-semibold break-words">{children}</dd>
  </div>
);
