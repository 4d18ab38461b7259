import { useMutation } from '@tanstack/react-query';
import { type ApiError, isApiError } from '@wopack/contract/client';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { download } from '@wopack/ui/download.ts';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconDownload } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../lib/api/api.ts';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { clearLocalData } from '../identity.api.ts';
import { PasswordField } from '../password/password-field.tsx';
import { ResendCode } from '../sign-in/code-form.tsx';
import { requestCode } from '../sign-in/sign-in.api.ts';
import { deleteAccount, findDeletionBlockers } from './account.api.ts';

const consequences = ['now', 'later', 'stays', 'back'] as const;

/** What deletion means and a button for it; after a refusal, what is still open. */
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
      // Nobody types a password, or waits for a code, to read 'not yet'.
      const blocked = await findDeletionBlockers();
      if (blocked) {
        setIsStarting(false);
        return setRefusal(blocked);
      }
      if (!me.has_password) await requestCode(me.email, 'deletion');
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
              <li key={name}>
                <OpenItem name={name} message={message ?? ''} />
              </li>
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

/** The orders that a message names lead to where they are settled. */
function OpenItem({ name, message }: { name: string; message: string }) {
  const getOrderPath = { bought: paths.ticket, sold: () => paths.sellerOrders }[name];
  if (!getOrderPath) return message;
  return message.split(/(\d+)/).map((part, index) =>
    index % 2 ? (
      <Link key={part} to={getOrderPath(Number(part))} className="font-semibold underline">
        {part}
      </Link>
    ) : (
      part
    ),
  );
}

interface Props {
  me: Me;
  onClose: () => void;
  /** Called when open orders, holds or money prevent the deletion. */
  onRefused: (error: ApiError) => void;
  onDeleted: () => void;
}

/** The final confirmation, with reauthentication by password or code. */
export function DeleteAccountDialog({ me, onClose, onRefused, onDeleted }: Props) {
  const { t } = useTranslation(['account', 'auth']);
  const [usesCode, setUsesCode] = useState(!me.has_password);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password, code }) => {
    const field = usesCode ? 'code' : 'password';
    if (!(usesCode ? code : password)) {
      return setError(field, { message: t('password.required') }, { shouldFocus: true });
    }
    try {
      await deleteAccount(usesCode ? { code } : { password });
      onDeleted();
    } catch (error) {
      if (isApiError(error, 'conflict')) onRefused(error);
      else if (!setServerErrors(error, setError, [field])) showErrorToast(error);
    }
  });
  const switchToCode = async () => {
    try {
      await requestCode(me.email, 'deletion');
      setUsesCode(true);
    } catch (error) {
      showErrorToast(error);
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('deletion.ask')}
      description={usesCode ? t('deletion.askCode', { email: me.email }) : t('deletion.askPassword')}
      confirmLabel={t('deletion.confirm')}
      cancelLabel={t('deletion.keep')}
      isDanger
      loading={isSubmitting}
      onConfirm={() => void submit()}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-1">
        {usesCode ? (
          <>
            <TextField
              label={t('auth:code.label')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={16}
              error={errors.code?.message}
              {...register('code')}
            />
            <ResendCode email={me.email} purpose="deletion" />
          </>
        ) : (
          <>
            <PasswordField
              autoComplete="current-password"
              error={errors.password?.message}
              {...register('password')}
            />
            <TextButton onClick={() => void switchToCode()} className="justify-self-start">
              {t('deletion.useCode')}
            </TextButton>
          </>
        )}
      </form>
    </ConfirmDialog>
  );
}

export function ExportAccountButton() {
  const { t } = useTranslation('account');
  const exportAccount = useMutation({
    mutationFn: async () =>
      download(
        'wopack-export.json',
        JSON.stringify(await call('exportAccount'), null, 2),
        'application/json',
      ),
    onError: showErrorToast,
  });
  return (
    <div className="grid gap-3">
      <p className="text-pretty text-muted">{t('export.text')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          variant="ghost"
          className="max-sm:w-full"
          icon={<IconDownload />}
          loading={exportAccount.isPending}
          onClick={() => exportAccount.mutate()}
        >
          {t('export.download')}
        </Button>
        <p role="status" className="text-sm font-semibold text-muted">
          {exportAccount.isPending ? t('export.working') : exportAccount.isSuccess ? t('export.done') : null}
        </p>
      </div>
    </div>
  );
}
