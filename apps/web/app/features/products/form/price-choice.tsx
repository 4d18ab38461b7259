import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toCents } from '../../../lib/format/format.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Price } from '../../../ui/display/price.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ChoiceButton } from '../../../ui/form/choice-button.tsx';
import { FieldError } from '../../../ui/form/form-field.tsx';
import { InlineError } from '../../../ui/form/inline-error.tsx';
import { usePriceTiers } from '../products.api.ts';

interface Props {
  /** Euros. */
  value: number | null;
  onChange: (euros: number) => void;
  error?: string;
}

/** The prices a pack may have, each with what the seller receives of it. */
export function PriceChoice({ value, onChange, error }: Props) {
  const { t } = useTranslation('seller');
  const { formatMoney } = useFormat();
  const priceTiers = usePriceTiers();
  const noteId = useId();
  const selectedCents = value === null ? null : toCents(value);
  return (
    <fieldset
      tabIndex={-1}
      data-invalid={error ? true : undefined}
      aria-describedby={error ? noteId : undefined}
      className="grid min-w-0 gap-2.5 outline-none"
    >
      <legend className="mb-2.5 text-sm font-semibold">{t('pack.price')}</legend>
      {priceTiers.data ? (
        <div className={gridClass}>
          {priceTiers.data.map((tier) => (
            <ChoiceButton
              key={tier.price_cents}
              shape="tile"
              selected={selectedCents === tier.price_cents}
              onClick={() => onChange(tier.price_cents / 100)}
              className="min-h-[84px]"
            >
              <Price cents={tier.price_cents} />
              <span className="text-[.8125rem] font-normal opacity-85">
                {t('pack.youGet', { amount: formatMoney(tier.earning_cents) })}
              </span>
            </ChoiceButton>
          ))}
        </div>
      ) : priceTiers.error ? (
        <InlineError error={priceTiers.error} onRetry={() => priceTiers.refetch()} />
      ) : (
        <Loading className={gridClass}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-[84px] rounded-md" />
          ))}
        </Loading>
      )}
      {error ? <FieldError id={noteId}>{error}</FieldError> : null}
    </fieldset>
  );
}

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-3';
