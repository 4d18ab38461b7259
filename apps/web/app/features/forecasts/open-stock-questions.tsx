import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { getFirstAnswer, stockQuestionsQuery } from './stock-questions.api.ts';

/** Questions of a sale place that nobody has answered, with the way to their page. */
export function OpenStockQuestions({ salePlaceId }: { salePlaceId: number }) {
  const { t } = useTranslation('forecast');
  const { data = [] } = useQuery(stockQuestionsQuery(salePlaceId));
  const open = data.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return (
    <section className="grid gap-3 rounded-lg bg-brand-soft p-4 sm:p-6">
      <h2 className="h2">{t('question.title')}</h2>
      <ul className="grid gap-3">
        {open.map((question) => (
          <li key={question.id} className="flex flex-wrap items-center justify-between gap-3">
            <span className="min-w-0 flex-1 basis-40">
              <b className="block wrap-anywhere">{isolateWords(question.product.name)}</b>
              <span className="text-sm">
                {t('question.promised', { count: question.promised })}
                {question.proposal === null
                  ? null
                  : ` ${t('question.proposed', { count: getFirstAnswer(question) })}`}
              </span>
            </span>
            <ButtonLink size="small" to={paths.stockQuestion(question.id)}>
              {t('question.answer')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
