import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

interface Props {
  amountCents: number;
  onAnswer: (approve: boolean) => Promise<void>;
}

/** The bank's own question before it pays. It has to be answered. */
export default function BankDialog({ amountCents, onAnswer }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const answer = (approve: boolean) => {
    if (chosen !== null) return;
    setChosen(approve);
    void onAnswer(approve).finally(() => setChosen(null));
  };
  return (
    <Sheet
      open
      required
      onClose={() => {}}
      title={t('bank.title')}
      description={t('bank.text', { amount: format.money(amountCents) })}
    >
      <div className="mt-2 flex flex-col gap-2.5 sm:flex-row-reverse">
        <Button loading={chosen === true} onClick={() => answer(true)} className="sm:flex-1">
          {t('bank.approve')}
        </Button>
        <Button look="soft" loading={chosen === false} onClick={() => answer(false)} className="sm:flex-1">
          {t('bank.decline')}
        </Button>
      </div>
    </Sheet>
  );
}
