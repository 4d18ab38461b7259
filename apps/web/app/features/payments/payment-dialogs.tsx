import { Button } from '@wopack/ui/button.tsx';
import { ConfirmDialog, Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Hold } from './payments.api.ts';

interface GiveUpOfferDialogProps {
  /** Reserves a unit won in a draw or offered from the waitlist; null: nothing is asked, and an open dialog closes. */
  hold: Hold | null;
  onClose: () => void;
  onConfirm: (hold: Hold) => void;
}

/** Asks before an offered unit goes to the next in line: it does not come back. */
export function GiveUpOfferDialog({ hold, onClose, onConfirm }: GiveUpOfferDialogProps) {
  const { t } = useTranslation('payment');
  // The text stays while the dialog closes.
  const [lastHold, setLastHold] = useState(hold);
  if (hold && hold !== lastHold) setLastHold(hold);
  return (
    <ConfirmDialog
      open={hold !== null}
      onClose={onClose}
      title={t('hold.giveUp.title', { name: lastHold?.product_name ?? '' })}
      description={t('hold.giveUp.text')}
      confirmLabel={t('hold.giveUp.confirm')}
      cancelLabel={t('hold.giveUp.keep')}
      isDanger
      onConfirm={() => {
        if (hold) onConfirm(hold);
      }}
    />
  );
}

interface BankConfirmationDialogProps {
  amountCents: number;
  onAnswer: (approve: boolean) => Promise<void>;
}

/** The bank's confirmation (3-D Secure) in the sandbox. Cannot be dismissed. */
export function BankConfirmationDialog({ amountCents, onAnswer }: BankConfirmationDialogProps) {
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
