import { AmountField } from '@wopack/ui/form/amount-field.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { useFormat } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import type { AdminUser } from './users.tsx';

interface Props {
  user: Pick<AdminUser, 'id' | 'credit_cents' | 'granted_cents'>;
  /** The order of the user that the credit is for. */
  orderId?: number;
  onClose: () => void;
}

/** Gives a user credit that the operator pays. */
export function GrantDialog({ user, orderId, onClose }: Props) {
  const { t } = useTranslation('admin');
  const { formatMoney } = useFormat();
  const [amount, setAmount] = useState<number | null>(null);
  const [endsOn, setEndsOn] = useState('');
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      about={{ kind: 'user', id: user.id, right: 'credit.grant' }}
      title={orderId === undefined ? t('grants.give') : t('grants.giveForOrder', { id: orderId })}
      description={t('grants.giveText', {
        credit: formatMoney(user.credit_cents),
        granted: formatMoney(user.granted_cents),
      })}
      confirmLabel={t('grants.give')}
      reasonHint={t('refunds.reasonHint')}
      fields={['amount_cents', 'ends_on', 'note']}
      action={(reason) =>
        call('grantCredit', {
          params: { id: user.id },
          body: {
            amount_cents: amount ?? 0,
            granted_cents: user.granted_cents,
            order_id: orderId,
            ends_on: endsOn || null,
            note,
            reason,
          },
        })
      }
      done={t('grants.done')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <AmountField
            label={t('grants.amountTyped')}
            cents={amount}
            error={errorOf('amount_cents')}
            required
            onChange={setAmount}
          />
          <TextField
            label={t('grants.lastDay')}
            hint={t('grants.lastDayHint')}
            type="date"
            value={endsOn}
            error={errorOf('ends_on')}
            onChange={({ target }) => setEndsOn(target.value)}
          />
          <TextField
            label={t('grants.note')}
            hint={t('grants.noteHint')}
            value={note}
            error={errorOf('note')}
            autoComplete="off"
            required
            onChange={({ target }) => setNote(target.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}
