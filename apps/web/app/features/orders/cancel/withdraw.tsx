import { getFullName, isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useMe } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { type BuyerOrder, getOrderTitle, useWithdraw } from '../buyer-orders.api.ts';
import { getMoneyBack } from '../means.ts';

type Withdrawal = NonNullable<BuyerOrder['withdrawal']>;

/**
 * The withdrawal function of Directive (EU) 2023/2673: its two labels are those of the directive, and it is there for as
 * long as the right is. Of food that spoils quickly, the ticket has none.
 */
export function WithdrawFromContract({ order }: { order: BuyerOrder }) {
  const { withdrawal } = order;
  if (!withdrawal) return null;
  return withdrawal.withdrawn_at ? (
    <WithdrawnNote order={order} withdrawnAt={withdrawal.withdrawn_at} />
  ) : (
    <WithdrawButton order={order} withdrawal={withdrawal} />
  );
}

function WithdrawnNote({ order, withdrawnAt }: { order: BuyerOrder; withdrawnAt: string }) {
  const { t } = useTranslation('orders');
  const { formatUntil } = useFormat();
  return (
    <p role="status" className="rounded-md bg-info-soft p-4 text-sm text-pretty">
      {t('withdraw.done', { at: formatUntil(withdrawnAt, order.sale_place.time_zone) })}{' '}
      {order.collected_at ? t('withdraw.giveBack', { place: order.sale_place.name }) : null}
    </p>
  );
}

function WithdrawButton({ order, withdrawal }: { order: BuyerOrder; withdrawal: Withdrawal }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const now = useNow(30_000);
  // The ticket may be a cached one.
  if (!withdrawal.can_withdraw || now > Date.parse(withdrawal.until)) return null;
  return (
    <div className="grid gap-1.5">
      <Button variant="ghost" fullWidth onClick={() => setOpen(true)}>
        {t('withdraw.action')}
      </Button>
      <p className="text-center text-xs text-muted">
        {t('withdraw.until', { until: format.formatUntil(withdrawal.until, order.sale_place.time_zone) })}
      </p>
      {isOpen ? <WithdrawDialog order={order} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** The statement as it is sent, and where its receipt goes. */
function WithdrawDialog({ order, onClose }: { order: BuyerOrder; onClose: () => void }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const { data: me } = useMe();
  const withdraw = useWithdraw(order.id);
  const name = me ? getFullName(me.name, me.sname) : '';
  const back = getMoneyBack(order, order.price_cents - order.refunded_cents);
  const facts = [
    ...(name ? [[t('withdraw.name'), name] as const] : []),
    [t('withdraw.order'), `${order.id} · ${isolateWords(getOrderTitle(order))}`] as const,
    ...(me ? [[t('withdraw.email'), me.email] as const] : []),
    [t('withdraw.amount'), format.formatMoney(back.card)] as const,
    ...(back.credit > 0 ? [[t('withdraw.credit'), format.formatMoney(back.credit)] as const] : []),
  ];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('withdraw.title')}
      description={t(order.collected_at ? 'withdraw.textCollected' : 'withdraw.text')}
      confirmLabel={t('withdraw.confirm')}
      cancelLabel={t('withdraw.keep')}
      isDanger
      loading={withdraw.isPending}
      onConfirm={() => withdraw.mutate(undefined, { onSuccess: onClose })}
    >
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold break-words max-sm:mb-1.5">{value}</dd>
          </div>
        ))}
      </dl>
      {withdraw.error ? <FieldError>{getErrorMessage(withdraw.error)}</FieldError> : null}
    </ConfirmDialog>
  );
}
