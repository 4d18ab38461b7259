import { Button, TextLink } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconMail } from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { paths, useNextPath, withNextPath } from '../../../lib/paths.ts';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';
import { PasswordField } from '../password/password-field.tsx';
import { type Credentials, requestSignInCode, signInByPassword } from './sign-in.api.ts';

export function SignInForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('auth');
  const { keepNextPath } = useNextPath();
  const { register, handleSubmit, setError, getValues, formState } = useForm<Credentials>({
    defaultValues: { email: readStored('tempEmail') ?? '', password: '', remember: true },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await signInByPassword({ ...values, email: values.email.trim() });
      onDone();
    } catch (error) {
      if (!setServerErrors(error, setError, ['email', 'password'])) showErrorToast(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5">
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        placeholder={t('emailPlaceholder')}
        icon={<IconMail />}
        error={errors.email?.message}
        {...register('email', {
          validate: (email) => email.trim() !== '' || t('signin.emailMissing'),
        })}
      />
      <PasswordField
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: t('signin.passwordMissing') })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox {...register('remember')}>{t('signin.remember')}</Checkbox>
        <TextLink
          to={withNextPath(paths.authEmail, keepNextPath(paths.password))}
          onClick={() => {
            const email = getValues('email').trim();
            if (email) writeStored('tempEmail', email);
          }}
        >
          {t('signin.forgot')}
        </TextLink>
      </div>
      <Button type="submit" fullWidth loading={isSubmitting}>
        {t('signIn')}
      </Button>
    </form>
  );
}

/** Mails a code to an address; starts with the address used before. */
export function EmailForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('auth');
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: readStored('tempEmail') ?? '' },
  });
  const submitForm = handleSubmit(async ({ email }) => {
    try {
      await requestSignInCode(email.trim());
      onSent();
    } catch (error) {
      if (!setServerErrors(error, setError, ['email'])) showErrorToast(error);
    }
  });
  return (
    <form noValidate onSubmit={(event) => void submitForm(event)} className="grid gap-3.5">
      <TextField
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        placeholder={t('emailPlaceholder')}
        icon={<IconMail />}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" fullWidth loading={formState.isSubmitting}>
        {t('continue')}
      </Button>
    </form>
  );
}
