import { useMutation } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { problemText } from '../../lib/problems.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field-frame.tsx';

export type Link = Input<'unsubscribe'>['params'];

const declinable = [
  'favourites',
  'reminders',
  'sold',
  'last_sold',
  'cancelled',
] as const satisfies Link['what'][];

export const isDeclinable = (what: string | undefined): what is Link['what'] =>
  declinable.some((known) => known === what);

/** Opening the link ends nothing yet: programs that look at mail open links too. */
export function Unsubscribe({ what, linkKey: key }: { what: Link['what']; linkKey: string }) {
  const { t } = useTranslation('notifications');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('unsubscribe', { params: { what, key } }),
  });
  if (isSuccess) {
    return (
      <p role="status" className="text-pretty text-2">
        {t(`unsubscribe.${what}.done`)}
      </p>
    );
  }
  return (
    <>
      <p className="text-pretty text-2">{t(`unsubscribe.${what}.text`)}</p>
      {error ? <FieldError>{problemText(error)}</FieldError> : null}
      <Button block loading={isPending} onClick={() => mutate()}>
        {t('unsubscribe.confirm')}
      </Button>
    </>
  );
}
