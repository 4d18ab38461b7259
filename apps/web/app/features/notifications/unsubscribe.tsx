import { useMutation } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { getErrorMessage } from '../../lib/api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/form/form-field.tsx';

export type UnsubscribeParams = Input<'unsubscribe'>['params'];

const UNSUBSCRIBABLE_TYPES = [
  'favourites',
  'reminders',
  'sold',
  'last_sold',
  'cancelled',
] as const satisfies UnsubscribeParams['what'][];

export const isUnsubscribable = (
  notificationType: string | undefined,
): notificationType is UnsubscribeParams['what'] =>
  UNSUBSCRIBABLE_TYPES.some((type) => type === notificationType);

/** Opening the link changes nothing yet: mail scanners open links too. */
export function Unsubscribe({
  notificationType,
  linkKey: key,
}: {
  notificationType: UnsubscribeParams['what'];
  linkKey: string;
}) {
  const { t } = useTranslation('notifications');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('unsubscribe', { params: { what: notificationType, key } }),
  });
  if (isSuccess) {
    return (
      <p role="status" className="text-pretty text-muted">
        {t(`unsubscribe.${notificationType}.done`)}
      </p>
    );
  }
  return (
    <>
      <p className="text-pretty text-muted">{t(`unsubscribe.${notificationType}.text`)}</p>
      {error ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
      <Button fullWidth loading={isPending} onClick={() => mutate()}>
        {t('unsubscribe.confirm')}
      </Button>
    </>
  );
}
