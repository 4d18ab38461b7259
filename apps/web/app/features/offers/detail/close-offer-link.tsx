import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { iconButtonVariants } from '../../../ui/icon-button.tsx';
import { useBackToOffers } from './use-back-to-offers.ts';

/** On a phone, where a pack hides the tab bar: back to the list. */
export function CloseOfferLink() {
  const { t } = useTranslation();
  const { to, onClick } = useBackToOffers();
  return (
    <Link
      to={to}
      onClick={onClick}
      aria-label={t('close')}
      className={iconButtonVariants({ variant: 'photo' })}
    >
      <IconX aria-hidden="true" />
    </Link>
  );
}
