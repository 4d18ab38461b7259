import { MAX_UNITS_PER_DAY } from '@wopack/domain';
import { IconButton } from '@wopack/ui/button.tsx';
import { IconMinus, IconPlus } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import type { StockQuestion } from './stock-questions.api.ts';

interface Props {
  question: StockQuestion;
  value: number;
  onChange: (value: number) => void;
  /** Nothing can be published any more; the number stays. */
  isClosed?: boolean;
  /** Why it was not published. */
  refusal?: string | null;
}

/** The day's total, with one more and one fewer, and what it consists of. */
export function StockQuestionStepper({ question, value, onChange, isClosed = false, refusal = null }: Props) {
  const { t } = useTranslation('forecast');
  const isFull = value >= MAX_UNITS_PER_DAY;
  const isAtTaken = value <= question.taken;
  const limit = isFull ? t('question.most') : isAtTaken ? t('question.least') : null;
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t('question.howMany', { name: question.product.name })}</legend>
      <div className="flex items-center justify-between gap-3">
        <IconButton
          label={t('question.fewer')}
          disabled={isAtTaken || isClosed}
          onClick={() => onChange(value - 1)}
          className="size-[min(4.25rem,19vw)] rounded-lg border-2 border-line-strong disabled:opacity-40"
        >
          <IconMinus />
        </IconButton>
        <output className="font-display text-[min(4.5rem,22vw)] leading-none font-extrabold tabular-nums">
          {value}
        </output>
        <IconButton
          label={t('question.more')}
          disabled={isFull || isClosed}
          onClick={() => onChange(value + 1)}
          className="size-[min(4.25rem,19vw)] rounded-lg border-2 border-line-strong disabled:opacity-40"
        >
          <IconPlus />
        </IconButton>
      </div>
      {refusal ? (
        <p role="alert" className="text-center text-sm font-semibold text-pretty text-danger">
          {refusal}
        </p>
      ) : null}
      {isClosed ? null : (
        <p className="text-center text-sm text-pretty text-muted">
          {t('question.sum', { all: value, taken: question.taken, left: value - question.taken })}
          {limit ? ` ${limit}` : null}
        </p>
      )}
    </fieldset>
  );
}
