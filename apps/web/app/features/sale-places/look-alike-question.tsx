import { useMutation } from '@tanstack/react-query';
import { MAX_TEXT_LENGTH } from '@wopack/contract/vocabulary';
import { Button, buttonVariants, TextButton } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uploadClaimPhoto } from '../../lib/api/upload.ts';
import { usePhotoUploads } from '../../lib/browser/use-photo-uploads.ts';
import { paths } from '../../lib/paths.ts';
import { EvidencePhotoField } from '../../ui/form/evidence-photos.tsx';
import { useTextRule } from '../../ui/form/use-text-rule.ts';
import { Unbroken } from '../../ui/unbroken.tsx';
import { claimSalePlace, type LookAlike } from './sale-places.api.ts';

interface Props {
  place: LookAlike;
  /** What was typed into the form. */
  phone: string;
  onAnother: () => void;
  onBack: () => void;
}

/** Asked before a sale place is registered that sells here already. */
export function LookAlikeQuestion({ place, phone, onAnother, onBack }: Props) {
  const { t } = useTranslation('seller');
  const [isClaiming, setClaiming] = useState(false);
  if (isClaiming) return <ClaimForm place={place} phone={phone} onClose={onBack} />;
  return (
    <Sheet open onClose={onBack} title={t('claims.title')} description={t('claims.text')}>
      <PlaceCard place={place} />
      <div className="grid gap-2.5">
        <Button fullWidth onClick={() => setClaiming(true)}>
          {t('claims.mine')}
        </Button>
        <Button variant="ghost" fullWidth onClick={onAnother}>
          {t('claims.another')}
        </Button>
        <TextButton className="text-sm" onClick={onBack}>
          {t('claims.back')}
        </TextButton>
      </div>
    </Sheet>
  );
}

const PlaceCard = ({ place }: { place: LookAlike }) => (
  <p className="grid rounded-md bg-quiet px-4 py-3">
    <b className="break-words">
      <bdi>{place.name}</bdi>
    </b>
    <span className="text-sm break-words text-muted">
      <bdi>
        <Unbroken>{place.address}</Unbroken>
      </bdi>
    </span>
  </p>
);

/** For one claim. */
const MAX_PHOTOS = 4;

function ClaimForm({ place, phone, onClose }: { place: LookAlike; phone: string; onClose: () => void }) {
  const { t } = useTranslation('seller');
  const validateText = useTextRule({ max: MAX_TEXT_LENGTH, missing: t('claims.evidenceMissing') });
  const { register, handleSubmit, setError, clearErrors, watch, formState } = useForm({
    defaultValues: { text: '', phone, photos: '' },
  });
  const { errors } = formState;
  const photos = usePhotoUploads(uploadClaimPhoto);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: claimSalePlace,
    onError: (failure) => setServerErrors(failure, setError, ['text', 'phone', 'photos']),
  });
  if (isSuccess)
    return (
      <Sheet open onClose={onClose} title={t('claims.sent')}>
        <p role="status" className="text-pretty text-muted">
          {t('claims.sentText')}
        </p>
        <Link to={paths.placeClaims} className={buttonVariants({ fullWidth: true })}>
          {t('claims.seeClaims')}
        </Link>
      </Sheet>
    );
  // The sheet is a part of the page's form in React, though not in the document.
  const submit = handleSubmit((values) => {
    if (!photos.isUploading && !photos.hasFailed) mutate({ id: place.id, ...values, photos: photos.paths });
  });
  return (
    <Sheet open onClose={onClose} title={t('claims.claimTitle')} description={t('claims.claimText')}>
      <PlaceCard place={place} />
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.stopPropagation();
          // No input of the form holds it, so nothing else would end it.
          clearErrors('photos');
          void submit(event);
        }}
      >
        <TextArea
          label={t('claims.evidence')}
          hint={t('claims.evidenceHint')}
          length={{ used: watch('text').trim().length, max: MAX_TEXT_LENGTH }}
          error={errors.text?.message}
          {...register('text', { validate: validateText })}
        />
        <EvidencePhotoField
          photos={photos}
          limit={MAX_PHOTOS}
          label={t('claims.photos')}
          hint={t('claims.photosHint')}
          alt={t('claims.photoAlt')}
          error={errors.photos?.message}
        />
        <TextField
          label={t('claims.phone')}
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register('phone', { validate: (text) => text.trim() !== '' || t('claims.phoneMissing') })}
        />
        {error && Object.keys(errors).length === 0 ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
        <Button type="submit" fullWidth loading={isPending || photos.isUploading}>
          {t('claims.send')}
        </Button>
      </form>
    </Sheet>
  );
}
