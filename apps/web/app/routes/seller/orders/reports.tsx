import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportCard } from '../../../features/orders/report/report-card.tsx';
import { PagedOrderList } from '../../../features/orders/seller/paged-order-list.tsx';
import { useSellerReports } from '../../../features/orders/seller-order-pages.api.ts';
import { Chip } from '../../../ui/display/chip.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

/** What buyers reported: those that wait for an answer, or all. */
export function SellerReports({ salePlaceId }: { salePlaceId: number | null }) {
  const { t } = useTranslation('seller');
  const [isOpenOnly, setOpenOnly] = useState(true);
  const list = useSellerReports(salePlaceId, isOpenOnly);
  return (
    <div className="grid gap-4">
      <fieldset className="flex flex-wrap gap-2 print:hidden">
        <legend className="sr-only">{t('reports.which')}</legend>
        <Chip active={isOpenOnly} onClick={() => setOpenOnly(true)}>
          {t('reports.waiting')}
        </Chip>
        <Chip active={!isOpenOnly} onClick={() => setOpenOnly(false)}>
          {t('reports.everything')}
        </Chip>
      </fieldset>
      <PagedOrderList
        list={list}
        empty={
          <EmptyState title={t(isOpenOnly ? 'reports.noneWaiting' : 'reports.none')} mood="smile">
            {t('reports.noneText')}
          </EmptyState>
        }
      >
        {(orders) => (
          <ul className="grid gap-4">
            {orders.map((order) => (
              <ReportCard key={order.id} order={order} />
            ))}
          </ul>
        )}
      </PagedOrderList>
    </div>
  );
}
