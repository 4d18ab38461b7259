import { IconCheck } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { setServerErrors } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import type { Me } from '../identity.api.ts';
import { useUpdateProfile } from './profile.api.ts';

/** First name, last name and phone; the city is shown where one is chosen. */
export function BasicInfoForm({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const updateProfile = useUpdateProfile();
  const { name, sname, phone } = me;
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { name, sname, phone },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await updateProfile.mutateAsync(values);
      reset(values);
    } catch (error) {
      if (!setServerErrors(error, setError, ['name', 'sname', 'phone'])) showErrorToast(error);
    }
  });
  const isSaved = updateProfile.isSuccess && !isDirty;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3.5 sm:grid-cols-2">
      <TextField
        label={t('basicInfo.name')}
        autoComplete="given-name"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label={t('basicInfo.sname')}
        autoComplete="family-name"
        error={errors.sname?.message}
        {...register('sname')}
      />
      <TextField
        label={t('basicInfo.phone')}
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone')}
      />
      {me.city ? (
        <TextField
          label={t('basicInfo.city')}
          value={me.city}
          readOnly
          inputClassName="bg-panel! inset-ring-line! text-muted!"
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:col-span-2">
        <Button type="submit" loading={isSubmitting} className="max-sm:w-full">
          {t('basicInfo.save')}
        </Button>
        <p role="status" className="flex items-center gap-1.5 font-semibold text-save">
          {isSaved ? (
            <>
              <IconCheck className="size-5" aria-hidden="true" />
              {t('basicInfo.saved')}
            </>
          ) : null}
        </p>
      </div>
    </form>
  );
}
