import { Button } from '@wopack/ui/button.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCookieChoice } from '../../lib/session/referral-code.ts';
import { getFoodImageUrl } from '../../ui/images/food-image-url.ts';
import { PolicyLink } from '../../ui/links.tsx';

const CHOICES = ['all', 'essential'] as const;

interface Props {
  /** Set when the choice is shown again and may stay as it was. Without it the user must choose. */
  onClose?: () => void;
}

/** Asks which cookies are allowed. Both answers have the same visual weight. */
export function CookieChoice({ onClose }: Props) {
  const { t } = useTranslation('legal');
  const [open, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  const choose = (choice: (typeof CHOICES)[number]) => {
    saveCookieChoice(choice);
    close();
  };
  return (
    <Sheet
      required={!onClose}
      open={open}
      onClose={close}
      title={t('cookies.title')}
      description={
        <>
          {t('cookies.text')} <PolicyLink policy="cookie">{t('cookies.policy')}</PolicyLink>
        </>
      }
      picture={
        <img
          src={getFoodImageUrl('cookie', 'large')}
          alt=""
          width={256}
          height={256}
          className="size-16 shrink-0"
        />
      }
    >
      {CHOICES.map((choice) => (
        <Button key={choice} fullWidth onClick={() => choose(choice)}>
          {t(`cookies.${choice}`)}
        </Button>
      ))}
    </Sheet>
  );
}
