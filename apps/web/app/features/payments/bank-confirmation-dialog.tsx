import { Button } from '@wopack/ui/button.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';

interface Props {
  amountCents: number;
  onAnswer: (approve: boolean) => Promise<void>;
}

/** The bank's confirmation (3-D Secure) in the sandbox. Cannot be dismissed. */
export default function BankConfirmationDialog({ amountCents, onAnswer }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const [pendingAnswer, setPendingAnswer] = useState<boolean | null>(null);
  const handleAnswer = (approve: boolean) => {
    if (pendingAnswer !== null) return;
    setPendingAnswer(approve);
    void onAnswer(approve).finally(() => setPendingAnswer(null));
  };
  return (
    <Sheet
      open
      required
      onClose={() => {}}
      title={t('bank.title')}
      description={t('bank.text', { amount: format.formatMoney(amountCents) })}
    >
      <div className="mt-2 flex flex-col gap-2.5 sm:flex-row-reverse">
        <Button loading={pendingAnswer === true} onClick={() => handleAnswer(true)} className="sm:flex-1">
          {t('bank.approve')}
        </Button>
        <Button
          variant="soft"
          loading={pendingAnswer === false}
          onClick={() => handleAnswer(false)}
          className="sm:flex-1"
        >
          {t('bank.decline')}
        </Button>
      </div>
    </Sheet>
  );
}
