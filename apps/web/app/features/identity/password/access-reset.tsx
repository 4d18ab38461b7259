import { Button } from '@wopack/ui/button.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../lib/data/shared-queries.ts';
import { PasswordForm } from './password-form.tsx';

/** Shown after a sign-in that removed the password and linked accounts set before the address was verified. */
export function AccessReset({ onContinue }: { onContinue: () => void }) {
  const { t } = useTranslation('account');
  const { data: me, isError } = useMe();
  const handleSaved = () => {
    showToast(t('accessReset.saved'));
    onContinue();
  };
  return (
    <>
      <div role="status" className="grid gap-3.5">
        <h1 className="d2">{t('accessReset.title')}</h1>
        <p className="text-pretty text-muted">{t('accessReset.text')}</p>
      </div>
      {me ? (
        <PasswordForm me={me} justSignedIn onSaved={handleSaved} />
      ) : isError ? null : (
        <PasswordFormSkeleton />
      )}
      <Button variant="ghost" fullWidth onClick={onContinue}>
        {t('accessReset.skip')}
      </Button>
    </>
  );
}

const PasswordFormSkeleton = () => (
  <Loading className="grid gap-3.5">
    <Skeleton className="h-20 rounded-md" />
    <Skeleton className="h-20 rounded-md" />
    <Skeleton className="h-[52px] rounded-md" />
  </Loading>
);
