import { COMMISSION_CENTS, defaultSchedule } from '@wopack/domain';
import { toCents } from '@wopack/ui/format.ts';
import { Logo } from '@wopack/ui/images/logo.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import { Price } from '../../../ui/display/price.tsx';
import { calculateWeeklyEarnings, DEFAULT_QUANTITY } from './schedule.rules.ts';

/** Earnings of a week when everything is sold. */
export function WeeklyEarningsReceipt() {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const [schedule] = useStored('schedule');
  const [quantity] = useStored('selectedQuantity');
  const [priceEuros] = useStored('selectedPrice');
  const priceCents = toCents(priceEuros ?? 0);
  const count = Number(quantity ?? DEFAULT_QUANTITY);
  const { days, units, receivedCents } = calculateWeeklyEarnings(
    schedule ?? defaultSchedule,
    count,
    priceCents,
  );
  if (priceEuros === null) return null;
  return (
    <section
      aria-label={t('receipt.title')}
      className="on-paper w-full max-w-[380px] text-text drop-shadow-[0_18px_36px_rgb(52_16_42/.22)]"
    >
      <div className="zz-bottom grid gap-3 rounded-t-md bg-surface px-7 pt-7 pb-11 [--zz:20px]">
        <div className="flex items-center justify-between">
          <h3 className="h2">{t('receipt.title')}</h3>
          <span aria-hidden="true">
            <Logo markOnly className="h-9" />
          </span>
        </div>
        <dl className="grid gap-3">
          <ReceiptRow
            label={
              units === days * count
                ? t('receipt.times', {
                    packs: t('receipt.packs', { count }),
                    days: t('receipt.days', { count: days }),
                  })
                : t('receipt.days', { count: days })
            }
          >
            {t('receipt.packs', { count: units })}
          </ReceiptRow>
          <ReceiptRow label={t('receipt.price')}>{formatMoney(priceCents)}</ReceiptRow>
          <ReceiptRow label={t('receipt.commission')}>− {formatMoney(COMMISSION_CENTS)}</ReceiptRow>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t-2 border-dashed border-line-strong pt-4">
            <dt className="font-bold">{t('receipt.upTo')}</dt>
            <dd>
              <Price cents={receivedCents} className="text-[1.875rem]" />
            </dd>
          </div>
        </dl>
        <p className="text-xs text-muted">{t('receipt.note')}</p>
      </div>
    </section>
  );
}

const ReceiptRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="text-muted">{label}</dt>
    <dd className="text-right font-bold whitespace-nowrap">{children}</dd>
  </div>
);
