import { type ValueAnswer, valueAnswers } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { IconCamera, IconEyeOff } from '@wopack/ui/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../../lib/api/api.ts';
import { uploadValuePhoto } from '../../../lib/api/upload.ts';
import { useKeptFocus } from '../../../lib/browser/use-kept-focus.ts';
import { usePhotoUploads } from '../../../lib/browser/use-photo-uploads.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { EvidencePhotoField } from '../../../ui/form/evidence-photos.tsx';
import { type BuyerOrder, getProductName, useAnswerValue, useWithdrawValue } from '../buyer-orders.api.ts';

/** Filled bars of three. */
const BARS: Record<ValueAnswer, number> = { more: 3, about: 2, less: 1 };

interface Props {
  order: BuyerOrder;
  /** Level of its heading; the page of the question has the first. */
  heading?: 'h1' | 'h2';
}

/** Was it worth its value: one press, which can be changed, and a photo. Renders nothing for those who are not asked. */
export function ValueQuestion({ order, heading = 'h2' }: Props) {
  const { t } = useTranslation('orders');
  const { formatValue } = useFormat();
  const { value } = order;
  const answerValue = useAnswerValue(order.id);
  const withdraw = useWithdrawValue(order.id);
  const photos = usePhotoUploads(uploadValuePhoto);
  const [mayBeShown, setMayBeShown] = useState(false);
  const titleId = useId();
  const focusRef = useKeptFocus<HTMLHeadingElement & HTMLParagraphElement>(
    `${value?.answer} ${value?.photo?.path}`,
  );
  if (!value || !(value.can_answer || value.answer)) return null;
  const amount = formatValue(value.value_cents);
  const Heading = heading;
  const newPhoto = photos.paths[0];
  const send = (answer: ValueAnswer) =>
    answerValue.mutate({ answer, ...(newPhoto && { photo: newPhoto, may_be_shown: mayBeShown }) });
  const error = answerValue.error ?? withdraw.error;
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-4">
      <div className="grid gap-1">
        <p className="text-sm text-muted">
          {isolateWords(getProductName(order))} · {isolateWords(order.sale_place.name)}
        </p>
        <Heading
          id={titleId}
          ref={value.answer ? undefined : focusRef}
          tabIndex={-1}
          className="d2 text-balance outline-none"
        >
          {t(order.quantity > 1 ? 'worth.titleEach' : 'worth.title', { amount })}
        </Heading>
        <p className="text-pretty text-muted">{t(value.answer ? 'worth.changeHint' : 'worth.hint')}</p>
      </div>
      <div className="grid gap-2.5">
        {valueAnswers.map((answer) => (
          <AnswerButton
            key={answer}
            answer={answer}
            amount={amount}
            isChosen={value.answer === answer}
            isBusy={answerValue.isPending && answerValue.variables.answer === answer}
            disabled={!value.can_answer || photos.isUploading}
            onClick={() => {
              // Not disabled meanwhile: that would take the focus away.
              if (!answerValue.isPending) send(answer);
            }}
          />
        ))}
      </div>
      <p
        role="status"
        ref={value.answer ? focusRef : undefined}
        tabIndex={-1}
        className="font-semibold outline-none empty:hidden"
      >
        {value.answer ? t('worth.thanks') : ''}
      </p>
      {error ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
      <p className="flex gap-2.5 text-sm text-pretty text-muted">
        <IconEyeOff className="mt-0.5 size-5 shrink-0" />
        {t('worth.privacy')}
      </p>
      {value.photo ? (
        <SentPhoto order={order} value={value} answerValue={answerValue} />
      ) : value.can_answer ? (
        <NewPhoto photos={photos} mayBeShown={mayBeShown} onMayBeShown={setMayBeShown}>
          {value.answer && newPhoto ? (
            <Button
              variant="soft"
              fullWidth
              loading={answerValue.isPending}
              onClick={() => send(value.answer!)}
            >
              {t('worth.sendPhoto')}
            </Button>
          ) : null}
        </NewPhoto>
      ) : null}
      {value.answer ? (
        <TextButton
          aria-busy={withdraw.isPending || undefined}
          onClick={() => {
            if (!withdraw.isPending) withdraw.mutate(undefined);
          }}
          className="justify-self-start"
        >
          {t('worth.withdraw')}
        </TextButton>
      ) : null}
    </section>
  );
}

interface AnswerProps {
  answer: ValueAnswer;
  amount: string;
  isChosen: boolean;
  isBusy: boolean;
  disabled: boolean;
  onClick: () => void;
}

function AnswerButton({ answer, amount, isChosen, isBusy, disabled, onClick }: AnswerProps) {
  const { t } = useTranslation('orders');
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-busy={isBusy || undefined}
      disabled={disabled}
      onClick={onClick}
      className={cn(
        'flex min-h-19 w-full min-w-0 items-center gap-5 rounded-md px-5 py-3.5 text-left inset-ring-[1.5px] inset-ring-line-strong',
        isChosen
          ? 'on-brand bg-brand text-on-brand inset-ring-2 inset-ring-on-brand focus-visible:-outline-offset-6'
          : 'hover:enabled:bg-quiet',
      )}
    >
      <AnswerBars filled={BARS[answer]} isChosen={isChosen} />
      <span className="grid min-w-0">
        <span className="h3">{t(`worth.${answer}.label`)}</span>
        <span className={cn('text-sm', !isChosen && 'text-muted')}>
          {t(`worth.${answer}.hint`, { amount })}
        </span>
      </span>
    </button>
  );
}

const AnswerBars = ({ filled, isChosen }: { filled: number; isChosen: boolean }) => (
  <svg aria-hidden="true" viewBox="0 0 48 44" className="h-11 w-12 shrink-0 stroke-[1.5]">
    {[16, 30, 43].map((height, index) => (
      <rect
        key={height}
        x={index * 17 + 0.75}
        y={43.25 - height}
        width={12.5}
        height={height - 0.5}
        rx={3}
        className={cn(
          index < filled
            ? isChosen
              ? 'fill-on-brand stroke-on-brand'
              : 'fill-brand stroke-brand'
            : isChosen
              ? 'fill-none stroke-on-brand'
              : 'fill-none stroke-line-strong',
        )}
      />
    ))}
  </svg>
);

interface NewPhotoProps {
  photos: ReturnType<typeof usePhotoUploads>;
  mayBeShown: boolean;
  onMayBeShown: (mayBeShown: boolean) => void;
  children: React.ReactNode;
}

/** What may be on it is said before it is chosen. */
function NewPhoto({ photos, mayBeShown, onMayBeShown, children }: NewPhotoProps) {
  const { t } = useTranslation('orders');
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="soft" fullWidth icon={<IconCamera />} onClick={() => setOpen(true)}>
        {t('worth.addPhoto')}
      </Button>
    );
  return (
    <div className="grid gap-3">
      <p className="text-sm text-pretty text-muted">{t('worth.photoRule')}</p>
      <EvidencePhotoField
        photos={photos}
        limit={1}
        label={t('worth.photo')}
        alt={t('worth.photoAlt')}
        error={undefined}
      />
      <Checkbox checked={mayBeShown} onChange={({ target }) => onMayBeShown(target.checked)}>
        {t('worth.consent')}
      </Checkbox>
      {children}
    </div>
  );
}

interface SentPhotoProps {
  order: BuyerOrder;
  value: NonNullable<BuyerOrder['value']>;
  answerValue: ReturnType<typeof useAnswerValue>;
}

/** Consent and photo can be taken back, as long as the answer can be changed; afterwards with the answer. */
function SentPhoto({ value, answerValue }: SentPhotoProps) {
  const { t } = useTranslation('orders');
  const answer = value.answer!;
  return (
    <div className="grid gap-3 rounded-lg bg-quiet p-4">
      <img
        src={getMediaUrl(value.photo!.path)}
        alt={t('worth.photoAlt')}
        className="aspect-video w-full rounded-md object-cover"
      />
      {value.is_shown ? <p className="text-sm font-semibold">{t('worth.isShown')}</p> : null}
      {value.can_answer ? (
        <>
          <Checkbox
            checked={value.may_be_shown}
            disabled={answerValue.isPending}
            onChange={({ target }) => answerValue.mutate({ answer, may_be_shown: target.checked })}
          >
            {t('worth.consent')}
          </Checkbox>
          <TextButton
            className="justify-self-start"
            onClick={() => {
              if (!answerValue.isPending) answerValue.mutate({ answer, photo: null });
            }}
          >
            {t('worth.removePhoto')}
          </TextButton>
        </>
      ) : null}
    </div>
  );
}
