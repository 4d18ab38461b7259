import { useMutation } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { contentReportGrounds, MAX_TEXT_LENGTH } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { hasSession } from '../../lib/session/session.ts';
import { useTextRule } from '../../ui/form/use-text-rule.ts';

type ReportBody = Input<'reportContent'>['body'];

export interface ReportableSubject {
  kind: ReportBody['subject_kind'];
  /** The product's, also for its photos, the seller's, or the review's. */
  id: number;
  /** Photos of it that can be reported instead. */
  photoPaths?: readonly string[];
}

interface Props {
  subject: ReportableSubject;
  onClose: () => void;
}

/** Anybody may report; without an account the answer goes to an address. */
export default function ReportContentForm({ subject, onClose }: Props) {
  const { t } = useTranslation('report-content');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: ReportBody) => call('reportContent', { body }),
    onError: (failure) => setServerErrors(failure, setError, ['text', 'email', 'ground']),
  });
  const validateText = useTextRule({ max: MAX_TEXT_LENGTH, missing: t('textMissing') });
  const { register, handleSubmit, setError, watch, formState } = useForm({
    defaultValues: {
      about: '',
      ground: 'misleading' as (typeof contentReportGrounds)[number],
      text: '',
      email: '',
    },
  });
  const { errors } = formState;
  const { photoPaths = [] } = subject;
  const submit = handleSubmit(({ about, ground, text, email }) => {
    mutate({
      subject_kind: about ? 'photo' : subject.kind,
      subject_id: subject.id,
      ...(about && { photo_path: about }),
      ground,
      text: text.trim(),
      ...(email.trim() && { email: email.trim() }),
    });
  });
  if (isSuccess)
    return (
      <Sheet open onClose={onClose} title={t('sent')}>
        <p role="status" className="text-pretty text-muted">
          {t('sentText')}
        </p>
        <Button fullWidth onClick={onClose}>
          {t('done')}
        </Button>
      </Sheet>
    );
  return (
    <Sheet open onClose={onClose} title={t('title')} description={t('intro')}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4" noValidate>
        {photoPaths.length > 0 ? (
          <Select label={t('about')} {...register('about')}>
            <option value="">{t('wholePack')}</option>
            {photoPaths.map((path, i) => (
              <option key={path} value={path}>
                {photoPaths.length === 1 ? t('photo') : t('photoNumber', { number: i + 1 })}
              </option>
            ))}
          </Select>
        ) : null}
        <Select label={t('ground')} error={errors.ground?.message} {...register('ground')}>
          {contentReportGrounds.map((ground) => (
            <option key={ground} value={ground}>
              {t(`grounds.${ground}`)}
            </option>
          ))}
        </Select>
        <TextArea
          label={t('text')}
          hint={t('textHint')}
          error={errors.text?.message}
          length={{ used: watch('text').trim().length, max: MAX_TEXT_LENGTH }}
          {...register('text', { validate: validateText })}
        />
        {hasSession() ? null : (
          <TextField
            label={t('email')}
            hint={t('emailHint')}
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email', { validate: (value) => value.trim() !== '' || t('emailMissing') })}
          />
        )}
        {error && Object.keys(errors).length === 0 ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
        <Button type="submit" fullWidth loading={isPending}>
          {t('send')}
        </Button>
      </form>
    </Sheet>
  );
}
