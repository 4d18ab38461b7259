import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { NextStockQuestions } from '../../features/forecasts/next-stock-questions.tsx';
import { StockQuestionForecast } from '../../features/forecasts/stock-question-forecast.tsx';
import { StockQuestionStepper } from '../../features/forecasts/stock-question-stepper.tsx';
import {
  nextQuestionsQuery,
  type StockQuestion,
  stockQuestionsQuery,
  useStockAnswer,
} from '../../features/forecasts/stock-questions.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useKeptFocus } from '../../lib/browser/use-kept-focus.ts';
import { startSellerQueries, useMemberRights } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { Photo } from '../../ui/images/photo.tsx';
import { BusinessOfLink } from '../layout/business-of-link.tsx';

export const loader = () =>
  startSellerQueries(() => [
    queryClient.query(stockQuestionsQuery(null)),
    queryClient.query(nextQuestionsQuery()),
  ]);

export function Component() {
  const { t } = useTranslation('forecast');
  return (
    <BusinessOfLink>
      <div className="gutter mx-auto w-full max-w-xl py-4 sm:py-7">
        <PageTitle>{t('question.title')}</PageTitle>
        <StockQuestionsView />
      </div>
    </BusinessOfLink>
  );
}

/** One question, that of the notification or the first without an answer, and the way to the others. */
export function StockQuestionsView() {
  const { t } = useTranslation('forecast');
  const [search] = useSearchParams();
  const query = useQuery(stockQuestionsQuery(null));
  const slot = search.get('slot');
  // What was published stays until another question is opened.
  const [answered, setAnswered] = useState<{ id: number; slot: string | null } | null>(null);
  const shownId = answered?.slot === slot ? answered.id : Number(slot);
  const shown = query.data?.find(({ id }) => id === shownId) ?? query.data?.[0];
  return (
    <>
      <header className="mb-3.5 sm:mb-5">
        {shown ? (
          <p className="mb-1 text-sm text-muted">
            {isolateWords(shown.sale_place.name)} · {shown.pickup}
          </p>
        ) : null}
        <h1 className="d2">{t('question.title')}</h1>
      </header>
      <QueryState query={query} loading={<LoadingRows count={3} row="h-40" />} reassurance={t('safe')}>
        {(questions) =>
          shown ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 sm:gap-5">
              <Question
                key={shown.id}
                question={shown}
                onPublish={() => setAnswered({ id: shown.id, slot })}
              />
              <OtherQuestions
                questions={questions.filter(({ id, state }) => state === 'open' && id !== shown.id)}
              />
            </div>
          ) : (
            <EmptyState
              mood="asleep"
              title={t('question.noneTitle')}
              action={<ButtonLink to={paths.forecast}>{t('question.toForecast')}</ButtonLink>}
            >
              {t('question.noneText')}
            </EmptyState>
          )
        }
      </QueryState>
      <div className="mt-3.5 sm:mt-5">
        <NextStockQuestions />
      </div>
    </>
  );
}

function QuestionProduct({ question: { product, promised, sold } }: { question: StockQuestion }) {
  const { t } = useTranslation('forecast');
  return (
    <div className="flex items-center gap-3.5">
      <span className="w-18 shrink-0 overflow-hidden rounded-md">
        <Photo photo={product.photo} alt="" sizes="72px" />
      </span>
      <p className="min-w-0 leading-snug">
        <b className="block wrap-anywhere">{isolateWords(product.name)}</b>
        <span className="text-sm text-muted">
          {t('question.promised', { count: promised })} {t('question.sold', { count: sold })}
        </span>
      </p>
    </div>
  );
}

interface QuestionProps {
  question: StockQuestion;
  onPublish: () => void;
}

/** Open or closed. Why an answer was refused is said in both: it may be that somebody else has published meanwhile. */
function Question({ question, onPublish }: QuestionProps) {
  const answer = useStockAnswer(question);
  const isOpen = question.state === 'open';
  const closedRef = useKeptFocus<HTMLElement>(isOpen);
  if (!isOpen) return <ClosedQuestion question={question} refusal={answer.refusal} ref={closedRef} />;
  return (
    <OpenQuestion
      question={question}
      answer={answer}
      onPublish={() => {
        onPublish();
        answer.publish();
      }}
    />
  );
}

function OpenQuestion({
  question,
  answer: { quantity, setQuantity, isPending, refusal },
  onPublish,
}: QuestionProps & { answer: ReturnType<typeof useStockAnswer> }) {
  const { t } = useTranslation('forecast');
  const { can } = useMemberRights();
  return (
    <>
      <section className="grid gap-4 rounded-lg bg-surface p-4 sm:p-6">
        <QuestionProduct question={question} />
        <StockQuestionStepper question={question} value={quantity} onChange={setQuantity} refusal={refusal} />
      </section>
      <StockQuestionForecast question={question} canSeeMore={can('figures.view')} />
      <div className="sticky bottom-[calc(76px+env(safe-area-inset-bottom))] z-10 -mx-[var(--gutter)] grid gap-1.5 border-t border-line bg-surface px-[var(--gutter)] py-3 sm:bottom-0 sm:mx-0 sm:rounded-lg sm:border-0 sm:px-6">
        <Button fullWidth loading={isPending} onClick={onPublish}>
          {t(quantity === question.quantity ? 'question.keep' : 'question.publish', { count: quantity })}
        </Button>
        <p className="text-center text-xs text-pretty text-muted">
          {quantity <= question.quantity || question.followers === 0
            ? null
            : `${t(question.waiting ? 'question.waitingFirst' : 'question.followers', { count: question.followers })} `}
          {t('question.stays', { count: question.quantity })}
        </p>
      </div>
    </>
  );
}

interface ClosedProps {
  question: StockQuestion;
  /** Why the answer given here was refused. */
  refusal: string | null;
  ref: Ref<HTMLElement>;
}

/** What was published, or why nothing can be any more. */
function ClosedQuestion({ question, refusal, ref }: ClosedProps) {
  const { t } = useTranslation('forecast');
  const { formatTime } = useFormat();
  const { answer, answered_at: at, quantity, sale_place: place } = question;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="grid gap-4 rounded-lg bg-surface p-4 outline-none sm:p-6"
      role={refusal ? undefined : 'status'}
    >
      {refusal ? (
        <p role="alert" className="font-semibold text-pretty text-danger">
          {refusal}
        </p>
      ) : null}
      <QuestionProduct question={question} />
      <p className="font-display text-[4.5rem] leading-none font-extrabold tabular-nums">{quantity}</p>
      {refusal ? null : (
        <p className="text-pretty">
          {answer === null || at === null
            ? t('question.over', { count: quantity })
            : t(question.published_by_itself ? 'question.publishedItself' : 'question.published', {
                count: answer,
                time: formatTime(at, place.time_zone),
              })}
        </p>
      )}
      <ButtonLink variant="soft" to={paths.seller} className="justify-self-start">
        {t('question.stock')}
      </ButtonLink>
    </section>
  );
}

function OtherQuestions({ questions }: { questions: readonly StockQuestion[] }) {
  const { t } = useTranslation('forecast');
  if (questions.length === 0) return null;
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h3">{t('question.others')}</h2>
      <ul className="grid gap-2">
        {questions.map(({ id, product, sale_place: place }) => (
          <li key={id}>
            <ButtonLink variant="soft" size="small" to={paths.stockQuestion(id)} className="max-w-full">
              <span className="wrap-anywhere">
                {isolateWords(product.name)} · {isolateWords(place.name)}
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
