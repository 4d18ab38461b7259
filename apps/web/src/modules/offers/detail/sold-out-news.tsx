import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Says that the last one went while somebody was looking; others see it. */
export function SoldOutNews({ quantity }: { quantity: number }) {
  const { t } = useTranslation('offers');
  const [had, setHad] = useState(quantity > 0);
  if (quantity > 0 && !had) setHad(true);
  return (
    <p role="status" className="sr-only">
      {had && quantity === 0 ? t('soldOut') : null}
    </p>
  );
}
