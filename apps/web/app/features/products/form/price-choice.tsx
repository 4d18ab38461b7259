import { useTranslation } from 'react-i18next';
import { toCents } from '../../../lib/format/format.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Price } from '../../../ui/display/price.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ChoiceTile, ChoiceTiles } from '../../../ui/form/choice-tiles.tsx';
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
  return (
    <ChoiceTiles
      legend={t('pack.price')}
      value={value === null ? null : toCents(value)}
      onChange={(cents) => onChange(cents / 100)}
      error={error}
    >
      {priceTiers.data ? (
        <div className={gridClass}>
          {priceTiers.data.map((tier) => (
            <ChoiceTile key={tier.price_cents} value={tier.price_cents} className="min-h-[84px]">
              <Price cents={tier.price_cents} />
              <span className="text-[.8125rem] font-normal opacity-85">
                {t('pack.youGet', { amount: formatMoney(tier.earning_cents) })}
              </span>
            </ChoiceTile>
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
    </ChoiceTiles>
  );
}

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-3';
