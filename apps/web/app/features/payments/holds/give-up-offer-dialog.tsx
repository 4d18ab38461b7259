import { ConfirmDialog } from '@wopack/ui/overlay/confirm-dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hold } from '../payments.api.ts';

interface Props {
  /** Of a unit won in a draw or offered from the waitlist; null: nothing is asked, and an open dialog closes. */
  hold: Hold | null;
  loading: boolean;
  onClose: () => void;
  onConfirm: (hold: Hold) => void;
}

/** Asks before an offered unit goes to the next in line: it does not come back. */
export function GiveUpOfferDialog({ hold, loading, onClose, onConfirm }: Props) {
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
      loading={loading}
      onConfirm={() => {
        if (hold && !loading) onConfirm(hold);
      }}
    />
  );
}
