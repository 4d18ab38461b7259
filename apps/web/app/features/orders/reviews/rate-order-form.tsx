import { Radio } from '@base-ui/react/radio';
import { isolateWords, pickLanguage } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { FieldError, getErrorMessage, setServerErrors } from '@wopack/ui/feedback/inline-error.tsx';
import { ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { TextArea } from '@wopack/ui/form/text-field.tsx';
import { IconStarFilled } from '@wopack/ui/icons';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextLanguageSelect } from '../../../ui/form/text-language-select.tsx';
import { useTextRule } from '../../../ui/form/use-text-rule.ts';
import { type BuyerOrder, getProductName, useRateOrder } from '../buyer-orders.api.ts';

const MAX_TEXT_LENGTH = 500;

/** Stars first; the text field appears after them. */
export function RateOrderForm({ order, onRated }: { order: BuyerOrder; onRated: () => void }) {
  const { t, i18n } = useTranslation('orders');
  const rateOrder = useRateOrder(order.id);
  const validateText = useTextRule({ max: MAX_TEXT_LENGTH });
  const [formError, setFormError] = useState<string | null>(null);
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm({
    defaultValues: { stars: 0, text: '', language: pickLanguage(i18n.language) },
  });
  const { errors, isSubmitting } = formState;
  const [stars, text, language] = watch(['stars', 'text', 'language']);
  const submit = handleSubmit(async ({ stars, text, language }) => {
    setFormError(null);
    try {
      await rateOrder.mutateAsync({ stars, text: text.trim(), language });
      onRated();
    } catch (error) {
      if (!setServerErrors(error, setError, ['stars', 'text'])) setFormError(getErrorMessage(error));
    }
  });
  if (rateOrder.isSuccess) return null;
  return (
    <section className="on-raised grid gap-2 rounded-lg bg-raised p-5 shadow-resting">
      <div>
        <h2 className="h2">{t('rate.title')}</h2>
        <p className="text-sm text-muted">
          {isolateWords(getProductName(order))} · {isolateWords(order.sale_place.name)}
        </p>
      </div>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
        <StarRatingInput
          legend={t('rate.legend', { name: getProductName(order) })}
          value={stars}
          onChange={(value) => setValue('stars', value)}
          error={errors.stars?.message}
        />
        {stars > 0 ? (
          <>
            <TextArea
              label={t('rate.text')}
              hint={t('rate.hint')}
              rows={3}
              lang={language}
              length={{ used: text.trim().length, max: MAX_TEXT_LENGTH }}
              error={errors.text?.message}
              {...register('text', {
                validate: validateText,
              })}
            />
            {text.trim() ? (
              <TextLanguageSelect value={language} onChange={(chosen) => setValue('language', chosen)} />
            ) : null}
            {formError ? <FieldError>{formError}</FieldError> : null}
            <Button type="submit" loading={isSubmitting} className="justify-self-start max-sm:w-full">
              {t('rate.send')}
            </Button>
          </>
        ) : null}
      </form>
    </section>
  );
}

interface Props {
  /** Group label for screen readers. */
  legend: string;
  /** 0: not selected yet. */
  value: number;
  onChange: (stars: number) => void;
  error: string | undefined;
}

/** A group of radio buttons. */
export function StarRatingInput({ legend, value, onChange, error }: Props) {
  const { t } = useTranslation('orders');
  return (
    <ChoiceTiles
      legend={legend}
      hideLegend
      value={value || null}
      onChange={onChange}
      error={error}
      className="-ml-1.5 flex flex-wrap gap-0"
    >
      {[1, 2, 3, 4, 5].map((stars) => (
        <Radio.Root
          key={stars}
          value={stars}
          nativeButton
          render={<button type="button" />}
          className="grid size-12 place-items-center rounded-full transition-transform hover:scale-110"
        >
          <span className="sr-only">{t('rate.stars', { count: stars })}</span>
          <IconStarFilled className={cn('size-8', stars <= value ? 'text-star' : 'text-line-strong/50')} />
        </Radio.Root>
      ))}
    </ChoiceTiles>
  );
}
