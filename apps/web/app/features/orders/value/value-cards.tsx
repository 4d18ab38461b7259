import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BuyerOrder, ordersQuery } from '../buyer-orders.api.ts';
import { ValueQuestion } from './value-question.tsx';

const isUnanswered = ({ value }: BuyerOrder): boolean => Boolean(value?.can_answer && !value.answer);

/** On a finished ticket. */
export const OrderValueCard = ({ order }: { order: BuyerOrder }) =>
  order.value && (order.value.can_answer || order.value.answer) ? (
    <div className="on-raised rounded-lg bg-raised p-5 shadow-resting">
      <ValueQuestion order={order} />
    </div>
  ) : null;

/** The newest pickup that was not answered; it stays with its thanks until the page is left. Renders nothing without one. */
export function HomeValueCard() {
  const { i18n } = useTranslation();
  const orders = useInfiniteQuery(ordersQuery(i18n.language));
  const [shownId, setShownId] = useState<number | null>(null);
  const loaded = orders.data?.pages.flatMap((page) => page.data) ?? [];
  const shown = loaded.find(({ id }) => id === shownId) ?? loaded.find(isUnanswered);
  if (shown && shown.id !== shownId) setShownId(shown.id);
  return shown ? (
    <div className="max-w-[640px] rounded-lg bg-panel p-5 sm:rounded-xl sm:p-7">
      <ValueQuestion order={shown} />
    </div>
  ) : null;
}
