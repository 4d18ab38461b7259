import { isApiError } from '@wopack/contract/client';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useTranslation } from 'react-i18next';
import { VerifyEmailSteps } from '../../features/identity/account/email-address.tsx';
import type { Refusal, RenderRefusal } from '../../lib/api/refusal.ts';
import { useMe } from '../../lib/data/shared-queries.ts';

/** Confirms the address where a seller has as much as one without a confirmed address may have. */
export const renderVerifyForMore: RenderRefusal = (refusal) =>
  isApiError(refusal.error, 'conflict') && refusal.error.errors.email_verified ? (
    <VerifyForMore {...refusal} message={refusal.error.message} />
  ) : null;

function VerifyForMore({ message, onResolved, onClose }: Refusal & { message: string }) {
  const { t } = useTranslation('account');
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Sheet open onClose={onClose} title={t('verify.title')} description={message}>
      <VerifyEmailSteps me={me} purpose="more" onVerified={onResolved} />
    </Sheet>
  );
}
