import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { TitledSection } from '../../../ui/titled-section.tsx';
import {
  handOutConflictsQuery,
  type SellerOrder,
  sellerTaskCountsQuery,
  useCloseHandOutConflicts,
} from '../seller-orders.api.ts';
import { SellerOrderState } from './seller-order-table.tsx';

/** On the seller's own page: that a counter without a connection handed out what it should not have. Renders nothing without any. */
export function HandOutConflictsCard() {
  const { t } = useTranslation('seller');
  const { data } = useQuery(sellerTaskCountsQuery);
  if (!data?.hand_out_conflicts) return null;
  return (
    <section
      aria-labelledby="hand-out-conflicts"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-urgent-soft p-4 sm:p-6"
    >
      <div role="status" className="min-w-0 flex-1 basis-52">
        <h2 id="hand-out-conflicts" className="h3">
          {t('conflicts.open', { count: data.hand_out_conflicts })}
        </h2>
        <p className="text-sm text-pretty">{t('conflicts.lead')}</p>
      </div>
      <ButtonLink size="small" to={`${paths.sellerOrders}?view=reports`}>
        {t('reports.see')}
      </ButtonLink>
    </section>
  );
}

/** Orders with a conflict that nobody has dealt with; above the reports of buyers. Renders nothing without any. */
export function HandOutConflicts({ salePlaceIds }: { salePlaceIds: readonly number[] | null }) {
  const { t, i18n } = useTranslation('seller');
  const { data: orders = [] } = useQuery(handOutConflictsQuery(salePlaceIds, i18n.language));
  if (orders.length === 0) return null;
  return (
    <TitledSection id="hand-out-conflicts" title={t('conflicts.title')} text={t('conflicts.lead')}>
      <ul className="grid gap-3">
        {orders.map((order) => (
          <ConflictCard key={order.id} order={order} />
        ))}
      </ul>
    </TitledSection>
  );
}

function ConflictCard({ order }: { order: SellerOrder }) {
  const { t } = useTranslation('seller');
  const { formatDayTime } = useFormat();
  const close = useCloseHandOutConflicts();
  const { id, client, product, sale_place: salePlace } = order;
  return (
    <li className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6 print:break-inside-avoid">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 leading-snug">
          <b className="block wrap-anywhere">
            {isolateWords(client)} · {t('orders.number', { id })}
          </b>
          <span className="text-sm wrap-anywhere text-muted">
            {isolateWords(product.name)} · {isolateWords(salePlace.name)}
          </span>
        </h3>
        <SellerOrderState order={order} timeZone={salePlace.time_zone} />
      </div>
      <ul className="grid gap-2">
        {order.hand_out_conflicts.map(({ device, reason, handed_out_at: at }) => (
          <li key={`${at} ${device}`} className="rounded-md bg-quiet p-4">
            <p className="text-xs font-bold wrap-anywhere">
              {isolateWords(device ?? t('conflicts.device'))} · {formatDayTime(at, salePlace.time_zone)}
            </p>
            <p className="text-pretty">{t(`conflicts.reasons.${reason}`)}</p>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        variant="ghost"
        className="justify-self-start print:hidden"
        loading={close.isPending}
        aria-label={t('conflicts.closeOf', { client, id })}
        onClick={() =>
          close.mutate(id, {
            onSuccess: () => showToast(t('conflicts.closed', { id })),
            onError: showErrorToast,
          })
        }
      >
        {t('conflicts.close')}
      </Button>
    </li>
  );
}
