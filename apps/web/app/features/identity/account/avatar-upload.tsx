import { IconCamera } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import type { Me } from '../identity.api.ts';
import { useUploadAvatar } from './profile.api.ts';

/** One's own picture; a press on it chooses another. */
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
        showErrorToast(error.cause);
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
        accept="image/jpeg,image/png,image/webp"
        hidden
        aria-label={t('changePicture')}
        onChange={handleFile}
      />
    </div>
  );
}
