import { iconButtonVariants } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconCheck, IconX } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BuyerOrder } from '../../features/orders/buyer-orders.api.ts';
import { OrderLoadError } from '../../features/orders/order-facts.tsx';
import { loadOrderOfPath, useOrderOfPath } from '../../features/orders/order-of-path.ts';
import { TicketSkeleton } from '../../features/orders/ticket/ticket-card.tsx';
import { ValueQuestion } from '../../features/orders/value/value-question.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { Photo } from '../../ui/images/photo.tsx';

export { loadOrderOfPath as loader };

/** Where the notification after a pickup leads. */
export function Component() {
  const { t } = useTranslation(['orders', 'common']);
  const { id, query } = useOrderOfPath();
  return (
    <div className="gutter mx-auto grid max-w-[520px] grid-cols-[minmax(0,1fr)] gap-5 pt-[calc(12px+env(safe-area-inset-top))] pb-8">
      <PageTitle>{t('common:titles.orderValue')}</PageTitle>
      <Link
        to={id === null ? paths.orderHistory : paths.ticket(id)}
        aria-label={t('common:close')}
        className={`${iconButtonVariants({ variant: 'flat' })} justify-self-end`}
      >
        <IconX />
      </Link>
      {query.data ? (
        <OrderValueView order={query.data} />
      ) : (
        <>
          <h1 className="sr-only">{t('common:titles.orderValue')}</h1>
          {query.isLoading ? <TicketSkeleton /> : <OrderLoadError query={query} />}
        </>
      )}
    </div>
  );
}

function OrderValueView({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const { formatTime } = useFormat();
  if (!order.value || !(order.value.can_answer || order.value.answer))
    return (
      <EmptyState mood="asleep" title={t('worth.notAskedTitle')}>
        {t('worth.notAskedText')}
      </EmptyState>
    );
  return (
    <>
      <div className="relative overflow-hidden rounded-lg">
        <Photo photo={order.product.photos[0]} alt="" sizes="520px" className="aspect-[7/3]!" />
        {order.collected_at ? (
          <span className="absolute top-3 left-3">
            <Pill tone="photo" icon={<IconCheck className="text-save" />}>
              {t('worth.handedOutAt', {
                time: formatTime(order.collected_at, order.sale_place.time_zone),
              })}
            </Pill>
          </span>
        ) : null}
      </div>
      <ValueQuestion order={order} heading="h1" />
    </>
  );
}
