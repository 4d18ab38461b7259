import { Button, TextButton } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { ReauthenticationFields, useCodeRequest } from '../password/reauthentication-fields.tsx';
import { CodeForm, ResendCode } from '../sign-in/code-form.tsx';
import { requestCode } from '../sign-in/sign-in.api.ts';
import { type NewEmail, updateEmail, verifyEmail } from './account.api.ts';

interface Props {
  me: Me;
  /** Before a first payment, an entry in a draw or waitlist, or one more than may be unconfirmed: says why now. */
  purpose?: 'payment' | 'entry' | 'more' | 'payout';
  onVerified?: () => void;
}

const PURPOSE_TEXTS = {
  payment: 'verify.beforePayment',
  entry: 'verify.beforeEntry',
  more: 'verify.beforeMore',
  payout: 'verify.beforePayout',
} as const;

/** For an unverified e-mail address: sends and checks a code. Renders nothing otherwise. */
export function VerifyEmail(props: Props) {
  const { t } = useTranslation('account');
  if (props.me.email_verified) return null;
  return (
    <section aria-labelledby="verify-email" className="grid gap-2.5 rounded-lg bg-panel px-4 py-3.5">
      <h2 id="verify-email" className="leading-5 font-semibold">
        {t('verify.title')}
      </h2>
      <VerifyEmailSteps {...props} />
    </section>
  );
}

export function VerifyEmailSteps({ me: { email }, purpose, onVerified }: Props) {
  const { t } = useTranslation('account');
  const { state, sendCode } = useCodeRequest(email, 'verify_email');
  return (
    <>
      <p className="text-sm break-words text-pretty text-muted">
        {state === 'sent'
          ? t('verify.sent', { email })
          : t(purpose ? PURPOSE_TEXTS[purpose] : 'verify.text', { email })}
      </p>
      {state === 'sent' ? (
        <>
          <CodeForm
            compact
            submitLabel={t('verify.confirm')}
            onSubmitCode={verifyEmail}
            onDone={() => {
              showToast(t('verify.done'));
              onVerified?.();
            }}
          />
          <ResendCode email={email} purpose="verify_email" />
        </>
      ) : (
        <Button
          variant="ghost"
          size="small"
          className="justify-self-start"
          loading={state === 'sending'}
          onClick={() => void sendCode()}
        >
          {t('verify.send')}
        </Button>
      )}
    </>
  );
}

/** The address of the account, which a press opens for a change. */
export function ChangeEmail({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <ChangeEmailForm me={me} onClose={() => setOpen(false)} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0">
        <span className="text-sm text-muted">{t('email.title')}</span>
        <br />
        <span className="wrap-anywhere">{me.email}</span>
      </p>
      <Button variant="ghost" size="small" onClick={() => setOpen(true)}>
        {t('email.change')}
      </Button>
    </div>
  );
}

/** First a code to the new address, then it and the password, or a code to the present address. */
function ChangeEmailForm({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation(['account', 'auth']);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [usesCode, setUsesCode] = useState(!me.has_password);
  const { register, handleSubmit, setError, setFocus, clearErrors, resetField, formState } =
    useForm<NewEmail>({
      defaultValues: { email: '', email_code: '', password: '', code: '' },
    });
  const { errors, isSubmitting } = formState;
  // Focus scrolls the code field out from behind the tab bar.
  useEffect(() => {
    if (sentTo !== null) setFocus('email_code');
  }, [sentTo, setFocus]);
  const correctAddress = () => {
    resetField('email_code');
    setSentTo(null);
    setFocus('email');
  };
  const submit = handleSubmit(async (values) => {
    const email = values.email.trim();
    if (email.toLowerCase() === me.email.toLowerCase())
      return setError('email', { message: t('email.same') }, { shouldFocus: true });
    try {
      if (sentTo === null) {
        await requestCode(email, 'verify_email');
        setSentTo(email);
        return;
      }
      await updateEmail({ ...values, email, code: usesCode ? values.code : '' });
      showToast(t('email.saved'));
      onClose();
    } catch (error) {
      if (!setServerErrors(error, setError, ['email', 'email_code', 'password', 'code']))
        showErrorToast(error);
    }
  });
  return (
    <form
      noValidate
      aria-label={t('email.change')}
      onSubmit={(event) => void submit(event)}
      className="grid gap-3.5 border-t border-line pt-4"
    >
      <TextField
        label={t('email.new')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        readOnly={sentTo !== null}
        error={errors.email?.message}
        {...register('email')}
      />
      {sentTo === null ? null : (
        <>
          <div>
            <p role="status" className="text-sm break-words text-pretty text-muted">
              {t('email.sent', { email: sentTo })}
            </p>
            <TextButton onClick={correctAddress}>{t('auth:code.change')}</TextButton>
          </div>
          <TextField
            label={t('email.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
            error={errors.email_code?.message}
            {...register('email_code')}
          />
          <ResendCode email={sentTo} purpose="verify_email" />
          <ReauthenticationFields
            me={me}
            purpose="change_email"
            usesCode={usesCode}
            onUseCode={() => {
              clearErrors(['password', 'code']);
              setUsesCode(true);
            }}
            fieldProps={
              usesCode
                ? { ...register('code'), error: errors.code?.message }
                : { ...register('password'), error: errors.password?.message }
            }
          />
        </>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" loading={isSubmitting}>
          {t(sentTo === null ? 'verify.send' : 'email.save')}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t('email.cancel')}
        </Button>
      </div>
    </form>
  );
}
