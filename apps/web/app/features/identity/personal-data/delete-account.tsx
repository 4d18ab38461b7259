import type { ApiError } from '@wopack/contract/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import { clearLocalData, type Me } from '../identity.api.ts';
import { requestCode } from '../sign-in/sign-in.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const consequences = ['now', 'later', 'stays', 'back'] as const;

/** What deletion means, and the way to it; what is still open stands above the button when it was refused. */
export function DeleteAccount({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const startDeletion = async () => {
    setRefusal(null);
    setIsStarting(true);
    try {
      if (!me.has_password) await requestCode(me.email);
      setDialogOpen(true);
    } catch (error) {
      showErrorToast(error);
    }
    setIsStarting(false);
  };
  const handleRefused = (error: ApiError) => {
    setDialogOpen(false);
    setRefusal(error);
  };
  const handleDeleted = async () => {
    setDialogOpen(false);
    await clearLocalData();
    await navigate(paths.landing, { replace: true });
    showToast(t('deletion.done'));
  };
  return (
    <div className="grid gap-4">
      <ul className="grid list-disc gap-2 pl-5 text-pretty text-muted">
        {consequences.map((name) => (
          <li key={name}>{t(`deletion.${name}`)}</li>
        ))}
      </ul>
      {refusal ? (
        <div role="alert" className="grid gap-1.5 rounded-lg bg-danger-soft px-4 py-3.5 text-danger">
          <p className="font-semibold">{refusal.message}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {Object.entries(refusal.errors).map(([name, [message]]) => (
              <li key={name}>{message}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <Button
        variant="danger"
        className="sm:justify-self-start"
        loading={isStarting}
        onClick={() => void startDeletion()}
      >
        {t('deletion.start')}
      </Button>
      {isDialogOpen ? (
        <DeleteAccountDialog
          me={me}
          onClose={() => setDialogOpen(false)}
          onRefused={handleRefused}
          onDeleted={() => void handleDeleted()}
        />
      ) : null}
    </div>
  );
}
