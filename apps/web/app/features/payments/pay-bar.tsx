import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { Price } from '../../ui/display/price.tsx';

interface Props {
  priceCents: number;
  savedCents: number | null;
  /** The button. */
  children: ReactNode;
}

/** Phones: price and button stay in reach of the thumb. */
export function PayBar({ priceCents, savedCents, children }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-4 bg-raised px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--color-line),0_-12px_32px_rgb(52_16_42/.08)]">
      <p className="shrink-0">
        {savedCents ? (
          <span className="mb-1 block text-xs font-semibold text-save">
            {t('saving', { amount: format.formatMoney(savedCents) })}
          </span>
        ) : null}
        <Price cents={priceCents} className="text-2xl" />
      </p>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
