import { IconMail } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { setServerErrors } from '../../../lib/api/errors.ts';
import { readStored } from '../../../lib/storage/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import { requestSignInCode } from './sign-in.api.ts';

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
