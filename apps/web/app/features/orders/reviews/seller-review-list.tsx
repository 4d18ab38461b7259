import { useInfiniteQuery } from '@tanstack/react-query';
import { isolateWords, pickLanguage } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { FilterChip, FilterChips } from '@wopack/ui/form/choice.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextLanguageSelect } from '../../../ui/form/text-language-select.tsx';
import { useTextRule } from '../../../ui/form/use-text-rule.ts';
import { PagedList } from '../../../ui/lists.tsx';
import { myReviewsQuery, type SellerReview, useReplyToReview } from '../seller-orders.api.ts';
import { ReplyWords, ReviewWords } from './review-list.tsx';

const MAX_REPLY_LENGTH = 500;

/** Reviews of sale places for their seller, who may reply to each once. Null: of all. */
export function SellerReviewList({ salePlaceIds }: { salePlaceIds: readonly number[] | null }) {
  const { t, i18n } = useTranslation('seller');
  const [isUnrepliedOnly, setUnrepliedOnly] = useState(false);
  const list = useInfiniteQuery(myReviewsQuery(salePlaceIds, isUnrepliedOnly, i18n.language));
  return (
    <div className="grid gap-4">
      <FilterChips
        legend={t('reviews.which')}
        value={isUnrepliedOnly}
        onChange={setUnrepliedOnly}
        className="flex flex-wrap gap-2"
      >
        <FilterChip value={false}>{t('reviews.all')}</FilterChip>
        <FilterChip value={true}>{t('reviews.unreplied')}</FilterChip>
      </FilterChips>
      <PagedList
        list={list}
        loading={<LoadingRows count={3} row="h-40 rounded-lg" className="grid gap-4" />}
        reassurance={t('safe')}
        empty={
          <div className="rounded-lg bg-surface">
            <EmptyState title={t(isUnrepliedOnly ? 'reviews.noneUnreplied' : 'reviews.none')} mood="smile">
              {isUnrepliedOnly ? null : t('reviews.noneText')}
            </EmptyState>
          </div>
        }
        moreLabel={t('reviews.more')}
      >
        {(reviews) => (
          <ul className="grid gap-4">
            {reviews.map((review) => (
              <SellerReviewCard key={review.id} review={review} isOfOne={salePlaceIds?.length === 1} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function SellerReviewCard({ review, isOfOne }: { review: SellerReview; isOfOne: boolean }) {
  const { t } = useTranslation(['seller', 'about-seller']);
  const [isReplying, setReplying] = useState(false);
  const { id, product, sale_place: salePlace, author, reply } = review;
  return (
    <li className="grid gap-1.5 rounded-lg bg-surface p-4 sm:p-6">
      <ReviewWords review={review} />
      <p className="text-sm wrap-anywhere text-muted">
        {(isOfOne ? [product.name] : [product.name, salePlace.name]).map(isolateWords).join(' · ')}
      </p>
      {reply ? (
        <ReplyWords reply={reply} writer={t('reviews.yourReply')}>
          {reply.is_hidden ? <p className="text-sm font-semibold">{t('reviews.hidden')}</p> : null}
        </ReplyWords>
      ) : isReplying ? (
        <ReplyForm id={id} />
      ) : (
        <Button
          size="small"
          variant="ghost"
          className="mt-2 justify-self-start"
          onClick={() => setReplying(true)}
          aria-label={t('reviews.replyTo', { client: author ?? t('about-seller:somebody'), id })}
        >
          {t('reviews.reply')}
        </Button>
      )}
    </li>
  );
}

function ReplyForm({ id }: { id: number }) {
  const { t, i18n } = useTranslation('seller');
  const reply = useReplyToReview(id);
  const validateText = useTextRule({ max: MAX_REPLY_LENGTH, missing: t('reports.write') });
  const { register, handleSubmit, setError, setFocus, setValue, watch, formState } = useForm({
    defaultValues: { text: '', language: pickLanguage(i18n.language) },
  });
  const { errors } = formState;
  useEffect(() => setFocus('text'), [setFocus]);
  const submit = handleSubmit(async ({ text, language }) => {
    try {
      await reply.mutateAsync({ text: text.trim(), language });
      showToast(t('reviews.sent'));
    } catch (error) {
      if (!setServerErrors(error, setError, ['text'])) setError('root', { message: getErrorMessage(error) });
    }
  });
  const language = watch('language');
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid gap-3">
      <TextArea
        label={t('reviews.text')}
        hint={t('reviews.once')}
        rows={3}
        lang={language}
        length={{ used: watch('text').trim().length, max: MAX_REPLY_LENGTH }}
        error={errors.text?.message}
        {...register('text', { validate: validateText })}
      />
      <TextLanguageSelect value={language} onChange={(chosen) => setValue('language', chosen)} />
      {errors.root?.message ? <FieldError>{errors.root.message}</FieldError> : null}
      <Button type="submit" size="small" loading={reply.isPending} className="justify-self-start">
        {t('reviews.send')}
      </Button>
    </form>
  );
}
