import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconAlertTriangle, IconLink } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findWorstSalePlace, getCancelledShare } from '../../features/orders/sales/cancellations.rules.ts';
import { type ComparedSalePlace, useSalesFormat } from '../../features/orders/sales/sales.api.ts';
import { type MyProduct, myProductsQuery } from '../../features/products/products.api.ts';
import { useMemberRights } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';

interface Props {
  salePlaces: readonly ComparedSalePlace[];
  range: { from: string; to: string };
}

/** Below the table: the sale place that cancels much, and what the sale places have in common. */
export function ComparisonCards({ salePlaces, range }: Props) {
  const { i18n } = useTranslation();
  const { can } = useMemberRights();
  const { data: products = [] } = useQuery({
    ...myProductsQuery(i18n.language),
    enabled: can('products.manage'),
  });
  const worst = findWorstSalePlace(salePlaces);
  const hasCards = worst !== null || (can('products.manage') && products.length > 0);
  return hasCards ? (
    <div className="mt-4 grid items-start gap-4 lg:grid-cols-2 print:hidden">
      {worst ? <CancellationsCard {...worst} range={range} /> : null}
      {can('products.manage') && products.length > 0 ? <LinkedCard products={products} /> : null}
    </div>
  ) : null;
}

interface CardProps {
  title: string;
  pill?: ReactNode;
  children: ReactNode;
  actions: ReactNode;
}

const Card = ({ title, pill, children, actions }: CardProps) => (
  <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="h2 min-w-0 wrap-anywhere">{title}</h2>
      {pill}
    </div>
    <p className="text-pretty text-muted">{children}</p>
    <div className="flex flex-wrap gap-2.5">{actions}</div>
  </section>
);

interface CancellationsProps {
  salePlace: ComparedSalePlace;
  shareOfOthers: number;
  range: Props['range'];
}

function CancellationsCard({ salePlace, shareOfOthers, range }: CancellationsProps) {
  const { t } = useTranslation('comparison');
  const { can } = useMemberRights();
  const { percent } = useSalesFormat();
  const { id, name, sold, cancelled } = salePlace;
  const period = new URLSearchParams({ range: 'own', ...range, place: String(id) });
  return (
    <Card
      title={t('needsTitle', { name })}
      pill={
        <Pill tone="bad" icon={<IconAlertTriangle />}>
          {t('needsPill', { percent: percent(getCancelledShare(salePlace)) })}
        </Pill>
      }
      actions={
        <>
          <ButtonLink variant="ghost" size="small" to={`${paths.sellerSales}?${period}`}>
            {t('needsSales')}
          </ButtonLink>
          {can('activity.view') ? (
            <ButtonLink variant="soft" size="small" to={`${paths.activity}?place=${id}`}>
              {t('needsActivity')}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {t('needsText', { cancelled, all: sold + cancelled, others: percent(shareOfOthers) })}
    </Card>
  );
}

const countLinks = ({ linked_count: count = 0 }: MyProduct): number => count;

/** The product that most sale places share; without any, how they would. */
function LinkedCard({ products }: { products: readonly MyProduct[] }) {
  const { t } = useTranslation('comparison');
  const [product] = products.toSorted((a, b) => countLinks(b) - countLinks(a));
  const count = countLinks(product!) + 1;
  if (count === 1)
    return (
      <Card
        title={t('noneLinkedTitle')}
        actions={
          <ButtonLink variant="ghost" size="small" to={paths.seller}>
            {t('noneLinkedChoose')}
          </ButtonLink>
        }
      >
        {t('noneLinkedText')}
      </Card>
    );
  return (
    <Card
      title={product!.name}
      pill={
        <Pill tone="ok" icon={<IconLink />}>
          {t('linkedPill', { count })}
        </Pill>
      }
      actions={
        <>
          <ButtonLink size="small" to={paths.editProduct(product!.id)}>
            {t('linkedChange', { count })}
          </ButtonLink>
          <ButtonLink variant="ghost" size="small" to={paths.seller}>
            {t('linkedCopy')}
          </ButtonLink>
        </>
      }
    >
      {t('linkedText')}
    </Card>
  );
}
