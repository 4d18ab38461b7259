import type { UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { SellerOrder } from '../seller-orders.api.ts';

/** What an answer is made of. */
export interface AnswerFormValues {
  answer: string;
  back: 'nothing' | 'part' | 'all';
  amount: string;
}

interface Props {
  order: SellerOrder;
  register: UseFormRegister<AnswerFormValues>;
}

/** Nothing, a part or all of it, each with what it means for the seller. */
export function RefundChoice({ order, register }: Props) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const amounts = { price: formatMoney(order.price_cents), most: formatMoney(order.earning_cents) };
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('reports.money')}</legend>
      <div className="divide-y divide-line rounded-lg bg-panel px-4">
        {(['nothing', 'part', 'all'] as const).map((choice) => (
          <label key={choice} className="flex min-h-[56px] cursor-pointer items-center gap-4 py-2 leading-5">
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">{t(`reports.${choice}.label`)}</span>
              <span className="text-[.8125rem] text-muted">{t(`reports.${choice}.hint`, amounts)}</span>
            </span>
            <input
              type="radio"
              value={choice}
              className="size-5 shrink-0 accent-primary"
              {...register('back')}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
