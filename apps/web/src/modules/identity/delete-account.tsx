import type { ApiError } from '@wopack/contract/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { notify, notifyProblem } from '../../ui/toast.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { forgetHere, type Me } from './identity.api.ts';
import { requestCode } from './sign-in.ts';

const consequences = ['now', 'later', 'stays', 'back'] as const;

/** What deletion means, and the way to it; what is still open stands above the button when it was refused. */
export function DeleteAccount({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [starting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const start = async () => {
    setRefusal(null);
    setStarting(true);
    try {
      if (!me.has_password) await requestCode(me.email);
      setOpen(true);
    } catch (error) {
      notifyProblem(error);
    }
    setStarting(false);
  };
  const refuse = (error: ApiError) => {
    setOpen(false);
    setRefusal(error);
  };
  const leave = async () => {
    setOpen(false);
    await forgetHere();
    await navigate(paths.landing, { replace: true });
    notify(t('deletion.done'));
  };
  return (
    <div className="grid gap-4">
      <ul className="grid list-disc gap-2 pl-5 text-pretty text-2">
        {consequences.map((name) => (
          <li key={name}>{t(`deletion.${name}`)}</li>
        ))}
      </ul>
      {refusal ? (
        <div role="alert" className="grid gap-1.5 rounded-lg bg-danger-soft px-4 py-3.5 text-danger">
          <p className="font-semibold">{refusal.message}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {Object.entries(refusal.errors).map(([name, [text]]) => (
              <li key={name}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <Button look="danger" className="sm:justify-self-start" loading={starting} onClick={() => void start()}>
        {t('deletion.start')}
      </Button>
      {open ? (
        <DeleteDialog
          me={me}
          onClose={() => setOpen(false)}
          onRefused={refuse}
          onDeleted={() => void leave()}
        />
      ) : null}
    </div>
  );
}
