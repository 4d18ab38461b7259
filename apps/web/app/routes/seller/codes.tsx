import { useQuery } from '@tanstack/react-query';
import { combineQueries, QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CodeList } from '../../features/credit/code-list.tsx';
import { discountCodesQuery } from '../../features/credit/credit.api.ts';
import { GiveCredit } from '../../features/credit/give-credit.tsx';
import { mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { startSellerQueries, useMemberRights } from '../../lib/data/shared-queries.ts';
import { i18n } from '../../lib/i18n/i18n.ts';
import { parseId } from '../../lib/paths.ts';
import { MoneyPage } from './money-page.tsx';

export const loader = () =>
  startSellerQueries((can) => [
    can('money.view') && queryClient.query(discountCodesQuery(i18n.language)),
    queryClient.query(mySalePlacesQuery(i18n.language)),
  ]);

/** Discount codes that the business makes, and credit that it gives; it pays both. */
export function Component() {
  const { t } = useTranslation('codes');
  return <MoneyPage title={t('title')}>{() => <Codes />}</MoneyPage>;
}

function Codes() {
  const {
    t,
    i18n: { language },
  } = useTranslation('codes');
  const { can } = useMemberRights();
  const [params] = useSearchParams();
  /** The order from which somebody comes to give credit: the form is first then. */
  const linkedOrderId = parseId(params.get('order') ?? '');
  const codes = useQuery(discountCodesQuery(language));
  const salePlaces = useQuery(mySalePlacesQuery(language));
  const query = combineQueries({ codes, salePlaces });
  return (
    <div className="grid gap-4">
      {can('money.manage') && linkedOrderId !== null ? (
        <GiveCredit key={linkedOrderId} linkedOrderId={linkedOrderId} />
      ) : null}
      <p className="max-w-2xl text-pretty text-muted">{t('lead')}</p>
      <QueryState query={query} loading={<LoadingRows count={3} row="h-24" />}>
        {(data) => <CodeList {...data} />}
      </QueryState>
      {can('money.manage') && linkedOrderId === null ? <GiveCredit linkedOrderId={null} /> : null}
    </div>
  );
}
