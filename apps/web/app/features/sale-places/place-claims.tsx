import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_TEXT_LENGTH } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { getMediaUrl } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useTextRule } from '../../ui/form/use-text-rule.ts';
import { answerPlaceClaim, myPlaceClaimsQuery, type PlaceClaims } from './sale-places.api.ts';

type ClaimOfOther = PlaceClaims['of_others'][number];

const TONES = { open: 'warn', approved: 'ok', refused: 'plain' } as const;

/** Claims of others on the seller's sale places, and the seller's own. */
export function PlaceClaimLists({ claims }: { claims: PlaceClaims }) {
  const { t } = useTranslation('seller');
  const { mine, of_others: ofOthers } = claims;
  if (mine.length + ofOthers.length === 0)
    return (
      <div className="grid gap-3">
        <p>{t('claims.none')}</p>
        <p className="text-pretty text-muted">{t('claims.noneText')}</p>
      </div>
    );
  return (
    <div className="grid gap-7">
      {ofOthers.length > 0 ? (
        <ClaimSection title={t('claims.ofOthers')}>
          {ofOthers.map((claim) => (
            <ClaimCard key={claim.id} claim={claim}>
              <Quote title={t('claims.theySay')} text={claim.text} />
              {claim.answer === null ? (
                claim.state === 'open' ? (
                  <AnswerForm claim={claim} />
                ) : null
              ) : (
                <Quote title={t('claims.yourAnswer')} text={claim.answer} />
              )}
              {claim.state === 'open' && claim.answer !== null ? <Waiting /> : null}
            </ClaimCard>
          ))}
        </ClaimSection>
      ) : null}
      {mine.length > 0 ? (
        <ClaimSection title={t('claims.mineTitle')}>
          {mine.map((claim) => (
            <ClaimCard key={claim.id} claim={claim}>
              <Quote title={t('claims.youSay')} text={claim.text} />
              {claim.photos.length > 0 ? (
                <ul className="flex flex-wrap gap-2.5">
                  {claim.photos.map(({ path }, index) => (
                    <li key={path}>
                      <a href={getMediaUrl(path)} target="_blank" rel="noopener" className="block">
                        <img
                          src={getMediaUrl(path)}
                          alt={t('claims.photoNumber', { number: index + 1 })}
                          loading="lazy"
                          className="size-24 rounded-sm bg-quiet object-contain"
                        />
                      </a>
                    </li>
                  ))}
                </ul>
              ) : null}
              {claim.reason ? <Quote title="WoPack" text={claim.reason} /> : <Waiting />}
            </ClaimCard>
          ))}
        </ClaimSection>
      ) : null}
    </div>
  );
}

const ClaimSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3.5">
    <h2 className="h2">{title}</h2>
    {children}
  </section>
);

function ClaimCard({
  claim,
  children,
}: {
  claim: Pick<ClaimOfOther, 'state' | 'sale_place'>;
  children: ReactNode;
}) {
  const { t } = useTranslation('seller');
  return (
    <article className="grid gap-3.5 rounded-lg bg-surface p-5">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0">
          <b className="block break-words">
            <bdi>{claim.sale_place.name}</bdi>
          </b>
          <span className="block text-sm break-words text-muted">
            <bdi>{claim.sale_place.address}</bdi>
          </span>
        </h3>
        <Pill tone={TONES[claim.state]}>{t(`claims.states.${claim.state}`)}</Pill>
      </header>
      {children}
    </article>
  );
}

function Waiting() {
  const { t } = useTranslation('seller');
  return <p className="text-sm text-muted">{t('claims.waits')}</p>;
}

const Quote = ({ title, text }: { title: string; text: string }) => (
  <div className="grid gap-1">
    <p className="text-sm font-semibold">{title}</p>
    <blockquote lang="" className="border-l-3 border-line-strong pl-3 break-words whitespace-pre-line">
      {text}
    </blockquote>
  </div>
);

function AnswerForm({ claim }: { claim: ClaimOfOther }) {
  const { t } = useTranslation('seller');
  const { formatDay } = useFormat();
  const queryClient = useQueryClient();
  const validateText = useTextRule({ max: MAX_TEXT_LENGTH, missing: t('claims.answerMissing') });
  const { register, handleSubmit, setError, watch, formState } = useForm({ defaultValues: { text: '' } });
  const { errors } = formState;
  const { mutate, isPending, error } = useMutation({
    mutationFn: answerPlaceClaim,
    onSuccess: async () => {
      await queryClient.invalidateQueries(myPlaceClaimsQuery());
      showToast(t('claims.answered'));
    },
    onError: (failure) => setServerErrors(failure, setError, ['text']),
  });
  return (
    <form
      noValidate
      className="grid gap-3.5"
      onSubmit={(event) => void handleSubmit(({ text }) => mutate({ id: claim.id, text }))(event)}
    >
      <TextArea
        label={t('claims.yourAnswer')}
        hint={t('claims.answerHint', { date: formatDay(claim.answer_until) })}
        length={{ used: watch('text').trim().length, max: MAX_TEXT_LENGTH }}
        error={errors.text?.message}
        {...register('text', { validate: validateText })}
      />
      {error && Object.keys(errors).length === 0 ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
      <Button type="submit" loading={isPending}>
        {t('claims.answer')}
      </Button>
    </form>
  );
}
