import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Movement } from './ledger.api.ts';

type DisplayedMovement = Pick<Movement, 'at' | 'kind' | 'amount_cents' | 'order_id' | 'text'>;

/** What moved, when, and how much: with its sign, never by colour alone. */
export function MovementRow({ movement }: { movement: DisplayedMovement }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { at, kind, amount_cents: amountCents, order_id: orderId, text } = movement;
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line py-3">
      <span className="grid min-w-0">
        <span className="font-semibold">{t(`kinds.${kind}`)}</span>
        <span className="text-sm break-words text-muted">
          {[text, orderId === null ? '' : t('order', { id: orderId }), format.formatDayTime(at)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <b className="whitespace-nowrap">
        {amountCents > 0 ? '+' : ''}
        {format.formatMoney(amountCents)}
      </b>
    </li>
  );
}
