import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useTranslation } from 'react-i18next';
import { VerifyEmailSteps } from '../../features/identity/account/email-address.tsx';
import type { Refusal } from '../../lib/api/refusal.ts';
import { useMe } from '../../lib/data/shared-queries.ts';

export default function VerifyForMore({ message, onResolved, onClose }: Refusal & { message: string }) {
  const { t } = useTranslation('account');
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Sheet open onClose={onClose} title={t('verify.title')} description={message}>
      <VerifyEmailSteps me={me} purpose="more" onVerified={onResolved} />
    </Sheet>
  );
}
