import { ApiError } from '@wopack/contract/client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconClock, IconNavigation, IconPigMoney } from '#icons';
import { buildDirectionsUrl } from '../../lib/browser/position.ts';
import { cn } from '../../lib/cn.ts';
import { toCents } from '../../lib/format/format.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink, buttonVariants } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import type { BuyerOrder } from './buyer-orders.api.ts';

export function OrderFacts({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const pickup = format.formatPickupDate(order, order.sale_place.time_zone);
  const savedCents = order.old_price === null ? 0 : toCents(order.old_price) - order.price_cents;
  const amount = format.formatMoney(order.price_cents);
  const paidText = order.card ? t('paidByCard', { amount, card: order.card }) : t('paid', { amount });
  return (
    <ul className="mt-2 grid gap-4 rounded-lg bg-panel p-4 leading-[1.375rem]">
      <Fact iconClass="bg-brand text-on-brand" icon={<IconClock />} title={pickup}>
        {order.sale_place.address}
      </Fact>
      <Fact
        iconClass="bg-save-soft text-save"
        icon={<IconPigMoney />}
        title={savedCents > 0 ? t('saved', { amount: format.formatMoney(savedCents) }) : paidText}
      >
        {savedCents > 0 ? paidText : null}
      </Fact>
    </ul>
  );
}

interface FactProps {
  iconClass: string;
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

const Fact = ({ iconClass, icon, title, children }: FactProps) => (
  <li className="flex items-center gap-3">
    <span
      aria-hidden="true"
      className={cn('grid size-11 shrink-0 place-items-center rounded-[14px]', iconClass)}
    >
      {icon}
    </span>
    <div className="min-w-0">
      <p className="font-bold">{title}</p>
      {children ? <p className="text-sm text-muted">{children}</p> : null}
    </div>
  </li>
);

export function DirectionsLink({ order, variant }: { order: BuyerOrder; variant: 'primary' | 'soft' }) {
  const { t } = useTranslation('orders');
  return (
    <a
      href={buildDirectionsUrl(order.sale_place)}
      target="_blank"
      rel="noreferrer"
      className={buttonVariants({ variant, fullWidth: true })}
    >
      <IconNavigation aria-hidden="true" />
      {t('directions')}
      <span className="sr-only"> ({t('newTab')})</span>
    </a>
  );
}

interface Props {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

/** The order does not exist, belongs to somebody else, or did not load. */
export function OrderLoadError({ error, retrying, onRetry }: Props) {
  const { t } = useTranslation('orders');
  const isNotFound = error === null || (error instanceof ApiError && (error.code === 4 || error.code === 1));
  return (
    <div className="rounded-lg bg-raised">
      {isNotFound ? (
        <EmptyState
          mood="round"
          title={t('missing.title')}
          action={<ButtonLink to={paths.orderHistory}>{t('missing.action')}</ButtonLink>}
        >
          {t('missing.text')}
        </EmptyState>
      ) : (
        <ErrorState error={error} reassurance={t('safe')} isRetrying={retrying} onRetry={onRetry} />
      )}
    </div>
  );
}
