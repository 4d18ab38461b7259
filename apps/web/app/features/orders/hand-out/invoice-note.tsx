import { formatTaxNumber, isolateWords } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { IconFileInvoice } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { SellerOrder } from '../seller-orders.api.ts';

/** Whom the till issues the invoice for, and at which rate; nothing when the customer gave no number. */
export function InvoiceNote({ order, className }: { order: SellerOrder; className?: string }) {
  const { t } = useTranslation('hand-out');
  const { formatPercent, formatTime } = useFormat();
  const { invoice, vat_rate: rate, collected_at: collectedAt, sale_place: salePlace } = order;
  if (!invoice) return null;
  const isAfterHandOut = collectedAt !== null && invoice.given_at > collectedAt;
  const time = formatTime(invoice.given_at, salePlace.time_zone);
  return (
    <span className={cn('flex items-start gap-1.5 text-sm leading-snug', className)}>
      <IconFileInvoice className="size-[18px] shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <b>{t('invoice.number', { number: formatTaxNumber(invoice.tax_number) })}</b>
        {invoice.name ? ` · ${isolateWords(invoice.name)}` : null}
        {rate === null ? null : (
          <span className="text-muted">
            {' · '}
            {rate === 'mixed' ? t('invoice.mixed') : t('invoice.vat', { percent: formatPercent(rate) })}
          </span>
        )}
        {isAfterHandOut ? (
          <span className="block font-semibold text-urgent">{t('invoice.afterHandOut', { time })}</span>
        ) : invoice.is_late ? (
          <span className="block text-muted">{t('invoice.late', { time })}</span>
        ) : null}
      </span>
    </span>
  );
}
