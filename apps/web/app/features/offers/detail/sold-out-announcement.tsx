import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Says that the last one went while somebody was looking; others see it. */
export function SoldOutAnnouncement({ quantity }: { quantity: number }) {
  const { t } = useTranslation('offers');
  const [wasAvailable, setWasAvailable] = useState(quantity > 0);
  if (quantity > 0 && !wasAvailable) setWasAvailable(true);
  return (
    <p role="status" className="sr-only">
      {wasAvailable && quantity === 0 ? t('soldOut') : null}
    </p>
  );
}
