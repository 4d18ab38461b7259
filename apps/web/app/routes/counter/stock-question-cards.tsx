import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { callAsDevice } from '../../features/businesses/counter/counter-client.ts';
import { StockQuestionStepper } from '../../features/forecasts/stock-question-stepper.tsx';
import {
  getFirstAnswer,
  type StockQuestion,
  stockQuestionsQuery,
  useStockAnswer,
} from '../../features/forecasts/stock-questions.api.ts';

/** What nobody has answered yet: how many there are today. */
export function StockQuestionCards({ salePlaceId }: { salePlaceId: number }) {
  const { t } = useTranslation('forecast');
  const { data = [] } = useQuery({ ...stockQuestionsQuery(salePlaceId, callAsDevice), retry: false });
  const open = data.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-bold">{t('question.title')}</h2>
      <ul className="grid gap-3 xl:grid-cols-2">
        {open.map((question) => (
          <QuestionCard key={question.id} question={question} />
        ))}
      </ul>
    </section>
  );
}

function QuestionCard({ question }: { question: StockQuestion }) {
  const { t } = useTranslation('forecast');
  const { quantity, setQuantity, publish, isPending, refusal } = useStockAnswer(question, callAsDevice);
  return (
    <li className="grid gap-3 rounded-md bg-brand-soft p-4">
      <h3 className="min-w-0 font-bold wrap-anywhere">{isolateWords(question.product.name)}</h3>
      <p className="text-sm">
        {t('question.promised', { count: question.promised })}
        {getFirstAnswer(question) === question.quantity
          ? null
          : ` ${t('question.proposed', { count: getFirstAnswer(question) })}`}
      </p>
      <StockQuestionStepper question={question} value={quantity} onChange={setQuantity} />
      {refusal ? (
        <p role="alert" className="text-sm font-semibold text-pretty text-danger">
          {refusal}
        </p>
      ) : null}
      <Button loading={isPending} onClick={publish}>
        {t(quantity === question.quantity ? 'question.keep' : 'question.publish', { count: quantity })}
      </Button>
    </li>
  );
}
