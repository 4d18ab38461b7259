import { Button } from '@wopack/ui/button.tsx';
import { setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCamera, IconCheck } from '@wopack/ui/icons';
import { showErrorMessage, showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { type ChangeEvent, useId, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getPhotoErrorMessage, PHOTO_ACCEPT } from '../../../lib/browser/prepare-photo.ts';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { Avatar } from '../../../ui/images/photo.tsx';
import { useUpdateProfile, useUploadAvatar } from './account.api.ts';

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
          hint={
            <Link to={withNextPath(paths.changeCity, paths.basicInfo)} className="link">
              {t('basicInfo.changeCity')}
            </Link>
          }
          inputClassName="bg-panel! inset-ring-line! text-muted!"
        />
      ) : null}
      <SaveRow isSaving={isSubmitting} isSaved={updateProfile.isSuccess && !isDirty} />
    </form>
  );
}

/** The submit button of a form in two columns, with a message once it is saved. */
export function SaveRow({ isSaving, isSaved }: { isSaving: boolean; isSaved: boolean }) {
  const { t } = useTranslation('account');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:col-span-2">
      <Button type="submit" loading={isSaving} className="max-sm:w-full">
        {t('basicInfo.save')}
      </Button>
      <p role="status" className="flex items-center gap-1.5 font-semibold text-save">
        {isSaved ? (
          <>
            <IconCheck className="size-5" />
            {t('basicInfo.saved')}
          </>
        ) : null}
      </p>
    </div>
  );
}

export function AvatarUpload({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const uploadAvatar = useUploadAvatar();
  const inputRef = useRef<HTMLInputElement>(null);
  const id = useId();
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    uploadAvatar.mutate(file, {
      onSuccess: () => showToast(t('pictureSaved')),
      onError: (error) => {
        console.error(error);
        showErrorMessage(getPhotoErrorMessage(error.cause));
      },
    });
  };
  return (
    <div className="relative shrink-0">
      <button
        type="button"
        aria-label={t('changePicture')}
        aria-describedby={`${id}-state`}
        title={t('changePicture')}
        disabled={uploadAvatar.isPending}
        onClick={() => inputRef.current?.click()}
        className="block rounded-full disabled:opacity-60"
      >
        <Avatar name={me.name || me.email} path={me.avatar_path} className="size-21 text-[2rem]" />
        <span
          aria-hidden="true"
          className="absolute -right-1 -bottom-1 grid size-[34px] place-items-center rounded-full bg-brand text-on-brand ring-3 ring-page"
        >
          <IconCamera className="size-5" />
        </span>
      </button>
      {uploadAvatar.isPending ? (
        <span
          aria-hidden="true"
          className="absolute inset-0 animate-spin rounded-full border-4 border-line border-t-primary"
        />
      ) : null}
      <span id={`${id}-state`} role="status" className="sr-only">
        {uploadAvatar.isPending ? t('uploading') : ''}
      </span>
      <input
        ref={inputRef}
        type="file"
        accept={PHOTO_ACCEPT}
        hidden
        aria-label={t('changePicture')}
        onChange={handleFile}
      />
    </div>
  );
}
