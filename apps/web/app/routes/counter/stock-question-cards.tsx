import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAsDevice } from '../../features/businesses/counter/counter-client.ts';
import { StockQuestionStepper } from '../../features/forecasts/stock-question-stepper.tsx';
import {
  getFirstAnswer,
  type StockQuestion,
  stockQuestionsQuery,
  useStockAnswer,
} from '../../features/forecasts/stock-questions.api.ts';

/** What nobody has answered yet: how many there are today. One whose answer was refused stays until that is read. */
export function StockQuestionCards({ salePlaceId }: { salePlaceId: number }) {
  const { t } = useTranslation('forecast');
  const { data = [] } = useQuery({ ...stockQuestionsQuery(salePlaceId, callAsDevice), retry: false });
  const [refused, setRefused] = useState<readonly StockQuestion[]>([]);
  const shown = [
    ...data.filter(({ id, state }) => state === 'open' || refused.some((other) => other.id === id)),
    ...refused.filter(({ id }) => !data.some((other) => other.id === id)),
  ];
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-bold">{t('question.title')}</h2>
      <ul className="grid gap-3 xl:grid-cols-2">
        {shown.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            isOpen={data.some(({ id, state }) => id === question.id && state === 'open')}
            onRefused={() => setRefused((before) => [...before, question])}
            onRead={() => setRefused((before) => before.filter(({ id }) => id !== question.id))}
          />
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  question: StockQuestion;
  isOpen: boolean;
  onRefused: () => void;
  onRead: () => void;
}

/** The button stays the same element when the question is closed by somebody else, so that it keeps the focus. */
function QuestionCard({ question, isOpen, onRefused, onRead }: CardProps) {
  const { t } = useTranslation('forecast');
  const { quantity, setQuantity, publish, isPending, refusal } = useStockAnswer(question, {
    client: callAsDevice,
    onRefused,
  });
  return (
    <li className="grid gap-3 rounded-md bg-brand-soft p-4">
      <h3 className="min-w-0 font-bold wrap-anywhere">{isolateWords(question.product.name)}</h3>
      <p className="text-sm">
        {t('question.promised', { count: question.promised })}
        {getFirstAnswer(question) === question.quantity
          ? null
          : ` ${t('question.proposed', { count: getFirstAnswer(question) })}`}
      </p>
      <StockQuestionStepper
        question={question}
        value={quantity}
        onChange={setQuantity}
        isClosed={!isOpen}
        refusal={refusal}
      />
      <Button loading={isPending} onClick={isOpen ? publish : onRead}>
        {isOpen
          ? t(quantity === question.quantity ? 'question.keep' : 'question.publish', { count: quantity })
          : t('question.read')}
      </Button>
    </li>
  );
}
