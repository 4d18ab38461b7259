import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Mascot } from '../../../ui/images/mascot.tsx';
import type { OrderPage } from '../buyer-orders.api.ts';

/** What this year's packs saved; nothing while there is nothing to count. */
export function SavingsCard({ summary }: { summary: OrderPage['summary'] }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  if (summary.packs === 0) return null;
  return (
    <section className="on-yellow relative mb-5 flex min-h-[138px] max-w-[640px] items-start overflow-hidden rounded-lg bg-brand p-5 pr-[118px] sm:pr-[140px] text-on-brand">
      <p className="grid">
        <span className="text-sm font-semibold">{t('savedBefore')}</span>
        <span className="font-display text-[clamp(1.25rem,6.4vw,1.75rem)] leading-tight font-bold -tracking-[.03em]">
          {t('savedPacks', { count: summary.packs })}
        </span>
        {summary.saved_cents > 0 ? (
          <span className="text-sm">
            {t('savedMoney', { amount: format.formatMoney(summary.saved_cents) })}
          </span>
        ) : null}
      </p>
      <Mascot mood="smile" className="absolute right-4.5 -bottom-5.5 w-[92px] sm:w-[104px]" />
    </section>
  );
}
