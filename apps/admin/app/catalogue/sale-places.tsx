import type { Reply } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { getListPath } from '../lib/resources.ts';
import { useFormat, useRecord } from '../lib/use-console.ts';
import { RecordActions } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { OtherTexts, useCommonFilters, Visibility } from './products.tsx';
import { TrustFigures, useTrustWords } from './trust-figures.tsx';
import { TypesOfSalePlace } from './types.tsx';

type AdminSalePlace = Reply<'getAdminSalePlace'>['data'];

export function SalePlaces() {
  const { t } = useTranslation('admin');
  const { time, count } = useColumns('sale_places');
  const { period, name, hidden, seller } = useCommonFilters();
  const trustWords = useTrustWords();
  return (
    <ListPage
      resource="sale_places"
      title={t('menu.sale_places')}
      columns={[
        {
          key: 'name',
          head: t('shared.salePlace'),
          render: (row) => (
            <Link to={`/sale_places/${row.id}`} className="underline underline-offset-3">
              {row.name || row.id}
            </Link>
          ),
        },
        {
          key: 'address',
          head: t('shared.address'),
          render: (row) => <span className="inline-block whitespace-normal lg:max-w-64">{row.address}</span>,
        },
        { key: 'seller', head: t('shared.seller'), render: (row) => row.seller.name },
        count('products', t('shared.products'), (row) => row.products),
        {
          key: 'promised',
          head: t('trust.columnPromised'),
          isAmount: true,
          render: (row) => trustWords.promised(row.value_answers) ?? '–',
        },
        {
          key: 'kept',
          head: t('trust.columnKept'),
          isAmount: true,
          render: (row) => trustWords.kept(row.reliability) ?? '–',
        },
        time('created', t('shared.since'), (row) => row.created_at),
        { key: 'state', isState: true, head: t('shared.state'), render: (row) => <PlaceState place={row} /> },
      ]}
      filters={[...period, name, hidden, seller]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('places.empty')}
    />
  );
}

function PlaceState({ place }: { place: Pick<AdminSalePlace, 'is_hidden' | 'is_paused'> }) {
  const { t } = useTranslation('admin');
  return (
    <Visibility isHidden={place.is_hidden} label={t(place.is_paused ? 'places.paused' : 'places.open')} />
  );
}

/** A sale place; hiding it hides its products too. */
export function SalePlace() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('sale_places', id);
  const { formatInteger } = useFormat();
  const place = query.data;
  if (!place) return <PageState query={query} />;
  const params = { id: place.id };
  const productsLink = getListPath('products', { sale_place_id: place.id });
  return (
    <div className="grid gap-4">
      <PageHead
        title={place.name || String(place.id)}
        state={<PlaceState place={place} />}
        back={{ to: '/sale_places', label: t('menu.sale_places') }}
        subtitle={place.address}
        actions={
          <RecordActions
            about={{ kind: 'sale_place', id: place.id }}
            actions={[
              place.is_hidden
                ? {
                    key: 'unhide',
                    label: t('catalogue.unhide'),
                    effect: t('catalogue.unhideEffect'),
                    right: 'catalogue.moderate',
                    run: (reason) => call('unhideSalePlace', { params, body: { reason } }),
                  }
                : {
                    key: 'hide',
                    label: t('catalogue.hide'),
                    effect: t('places.hideEffect'),
                    right: 'catalogue.moderate',
                    isDanger: true,
                    run: (reason) => call('hideSalePlace', { params, body: { reason } }),
                  },
            ]}
          />
        }
      />
      <Panel title={t('catalogue.details')}>
        <Facts>
          <Fact name={t('shared.seller')}>
            <Link to={`/sellers/${place.seller.id}`} className="link">
              {place.seller.name}
            </Link>
          </Fact>
          <Fact name={t('shared.phone')}>{place.phone || '–'}</Fact>
          <Fact name={t('shared.products')}>
            <Link to={productsLink} className="link">
              {formatInteger(place.products)}
            </Link>
          </Fact>
          <Fact name={t('shared.openOrders')}>{formatInteger(place.open_orders)}</Fact>
        </Facts>
        <p
          lang={place.language}
          className="border-t border-line pt-4 text-sm break-words whitespace-pre-line"
        >
          {place.description || '–'}
        </p>
        <OtherTexts texts={place.texts} />
        <TypesOfSalePlace place={place} />
      </Panel>
      <TrustFigures value={place.value_answers} reliability={place.reliability} />
    </div>
  );
}
