import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseCookies } from '../../lib/ref-link.ts';
import { Button } from '../../ui/button.tsx';
import { foodUrl } from '../../ui/food.ts';
import { Sheet } from '../../ui/sheet.tsx';

const choices = ['all', 'essential'] as const;

/** Asks once; cannot be left without a choice. Both answers weigh the same. */
export function CookieChoice() {
  const { t } = useTranslation('auth');
  const [open, setOpen] = useState(true);
  const choose = (choice: (typeof choices)[number]) => {
    chooseCookies(choice);
    setOpen(false);
  };
  return (
    <Sheet
      required
      open={open}
      onClose={() => undefined}
      title={t('cookies.title')}
      description={t('cookies.text')}
      picture={
        <img src={foodUrl('cookie', 'large')} alt="" width={256} height={256} className="size-16 shrink-0" />
      }
    >
      {choices.map((choice) => (
        <Button key={choice} block onClick={() => choose(choice)}>
          {t(`cookies.${choice}`)}
        </Button>
      ))}
    </Sheet>
  );
}
