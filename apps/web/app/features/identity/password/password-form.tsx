import { ApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconCheck } from '@wopack/ui/icons';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Me, useMe } from '../../../lib/data/shared-queries.ts';
import { type NewPassword, updatePassword } from '../account/account.api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';
import { ReauthenticationFields } from './reauthentication-fields.tsx';

const emptyValues: NewPassword = { current_password: '', code: '', password: '', password_confirmation: '' };

interface Props {
  me: Me;
  /** The user may have signed in a moment ago: reauthentication is shown only when the server requires it. */
  justSignedIn?: boolean;
  /** By default the form says that the password is saved. */
  onSaved?: () => void;
}

/** Sets a new password; a user without one, or who forgot it, confirms by code. */
export function PasswordForm({ me, justSignedIn = false, onSaved }: Props) {
  const { t } = useTranslation('account');
  const [isSaved, setIsSaved] = useState(false);
  // Setting the first password must not add a field to the form in use.
  const [hadPassword] = useState(me.has_password);
  const { register, handleSubmit, setError, clearErrors, reset, control, formState } = useForm({
    defaultValues: emptyValues,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const password = useWatch({ control, name: 'password' });
  const [isProofRequired, setProofRequired] = useState(!justSignedIn);
  const [isForgotten, setForgotten] = useState(false);
  const needsCurrentPassword = isProofRequired && (hadPassword || isSaved);
  const canUseCode = needsCurrentPassword && me.email_verified;
  const needsCode = isProofRequired && (isForgotten || !needsCurrentPassword);

  const submit = handleSubmit(async (values) => {
    setIsSaved(false);
    try {
      await updatePassword(isForgotten ? { ...values, current_password: '' } : values);
      if (onSaved) return onSaved();
      reset(emptyValues);
      setForgotten(false);
      setProofRequired(true);
      setIsSaved(true);
    } catch (error) {
      if (error instanceof ApiError && (error.errors.code || error.errors.current_password))
        setProofRequired(true);
      const fields = ['current_password', 'code', 'password', 'password_confirmation'] as const;
      if (!setServerErrors(error, setError, fields)) showErrorToast(error);
    }
  });
  if (!me.has_password && !me.email_verified)
    return <p className="text-muted">{t('password.verifyFirst')}</p>;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      {me.has_password ? null : <p className="text-pretty text-muted">{t('password.firstText')}</p>}
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={me.email} readOnly hidden />
      {needsCurrentPassword && !canUseCode ? (
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...register('current_password')}
        />
      ) : null}
      {canUseCode || needsCode ? (
        <ReauthenticationFields
          me={me}
          purpose="password"
          usesCode={needsCode}
          onUseCode={() => {
            setForgotten(needsCurrentPassword);
            clearErrors(['code', 'current_password']);
          }}
          fieldProps={
            needsCode
              ? { ...register('code'), error: errors.code?.message }
              : { ...register('current_password'), error: errors.current_password?.message }
          }
        />
      ) : null}
      <NewPasswordField
        label={t('password.new')}
        password={password}
        ownWords={[me.name, me.sname ?? '', me.email]}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={t('password.again')}
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
        {...register('password_confirmation')}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" loading={isSubmitting} className={onSaved ? 'w-full' : 'max-sm:w-full'}>
          {t('password.save')}
        </Button>
        <p role="status" className="flex items-center gap-1.5 font-semibold text-save">
          {isSaved && !isDirty ? (
            <>
              <IconCheck className="size-5 shrink-0" />
              {t('password.saved')}
            </>
          ) : null}
        </p>
      </div>
    </form>
  );
}

interface ChoosePasswordProps {
  /** The sign-in removed the password and linked accounts set before the address was verified; or it was forgotten. */
  reason: 'accessReset' | 'forgotten';
  onContinue: () => void;
}

/** Shown after a sign-in, before the page that was requested. */
export function ChoosePassword({ reason, onContinue }: ChoosePasswordProps) {
  const { t } = useTranslation('account');
  const { data: me, isError } = useMe();
  const handleSaved = () => {
    showToast(t('accessReset.saved'));
    onContinue();
  };
  return (
    <>
      <div role="status" className="grid gap-3.5">
        <h1 className="d2">{t(`${reason}.title`)}</h1>
        <p className="text-pretty text-muted">{t(`${reason}.text`)}</p>
      </div>
      {me ? (
        <PasswordForm me={me} justSignedIn onSaved={handleSaved} />
      ) : isError ? null : (
        <PasswordFormSkeleton />
      )}
      <Button variant="ghost" fullWidth onClick={onContinue}>
        {t(`${reason}.skip`)}
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
