import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { TextLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useMemberRights } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { nextQuestionsQuery, type UpcomingQuestion } from './stock-questions.api.ts';

/** Which packs will be asked about next, and when. */
export function NextStockQuestions() {
  const { t } = useTranslation('forecast');
  const { can } = useMemberRights();
  const { data: questions } = useQuery(nextQuestionsQuery());
  if (!questions) return null;
  return (
    <section aria-labelledby="next-questions" className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h2 id="next-questions" className="h3">
        {t('next.title')}
      </h2>
      {questions.length === 0 ? (
        <p className="text-pretty text-muted">{t('next.none')}</p>
      ) : (
        <ul className="grid">
          {questions.map((question) => (
            <NextQuestion key={question.product.id} question={question} />
          ))}
        </ul>
      )}
      {can('figures.view') ? (
        <TextLink to={paths.forecast} className="justify-self-start">
          {t(questions.length === 0 ? 'next.choose' : 'next.change')}
        </TextLink>
      ) : null}
    </section>
  );
}

function NextQuestion({ question }: { question: UpcomingQuestion }) {
  const { t } = useTranslation('forecast');
  const { formatDateTime } = useFormat();
  const { product, sale_place: place, next, publishes_itself: publishesItself } = question;
  return (
    <li className="grid gap-0.5 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <b className="wrap-anywhere">
        {isolateWords(product.name)} · {isolateWords(place.name)}
      </b>
      {next ? (
        <>
          <span>
            {t(publishesItself ? 'next.itself' : 'next.at', {
              time: formatDateTime(next.at, place.time_zone),
            })}
          </span>
          <span className="text-sm text-muted">
            {t('question.promised', { count: next.promised })}{' '}
            {next.proposal === null
              ? t('next.noForecast')
              : next.proposal > next.promised
                ? t('question.proposed', { count: next.proposal })
                : t('next.noMore')}
          </span>
        </>
      ) : (
        <span className="text-muted">{t('next.off')}</span>
      )}
    </li>
  );
}
