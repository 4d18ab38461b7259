import { useQuery } from '@tanstack/react-query';
import { MAX_UNITS_PER_DAY } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useMemberRights } from '../../lib/data/shared-queries.ts';
import { forecastQuery, type ProductForecast, type SalePlaceForecast } from './forecasts.api.ts';

interface QuantityProposalProps {
  salePlaceId: number;
  productId: number;
  /** As it stands in the form. */
  quantity: string;
  onUse: (quantity: string) => void;
}

/** What the forecast proposes as the daily quantity, with one press to use it. Renders nothing without a history. */
export function QuantityProposal({ salePlaceId, productId, quantity, onUse }: QuantityProposalProps) {
  const { t } = useTranslation('forecast');
  const { can } = useMemberRights();
  const { data } = useQuery({ ...forecastQuery(salePlaceId), enabled: can('figures.view') });
  const proposal = data && findQuantityProposal(data, productId);
  if (!proposal || quantity === String(proposal.quantity)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-brand-soft px-3.5 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-48 text-pretty">
        {t(proposal.isOwn ? 'quantity.own' : 'quantity.others', { count: proposal.quantity })}
      </span>
      <Button variant="soft" size="small" onClick={() => onUse(String(proposal.quantity))}>
        {t('quantity.use', { count: proposal.quantity })}
      </Button>
    </p>
  );
}

/** The mean of the week ahead: of the product itself, else of the others of its sale place. Null: none has a forecast. */
function findQuantityProposal(
  { packs: products }: Pick<SalePlaceForecast, 'packs'>,
  productId: number,
): { quantity: number; isOwn: boolean } | null {
  const own = listProposals(products.filter(({ id }) => id === productId));
  const proposals = own.length > 0 ? own : listProposals(products);
  if (proposals.length === 0) return null;
  const mean = Math.round(proposals.reduce((sum, one) => sum + one, 0) / proposals.length);
  return mean === 0 ? null : { quantity: Math.min(mean, MAX_UNITS_PER_DAY), isOwn: own.length > 0 };
}

const listProposals = (products: readonly ProductForecast[]): number[] =>
  products.flatMap(({ days }) =>
    days.flatMap(({ closed, forecast }) => (closed || forecast === null ? [] : forecast.proposal)),
  );
