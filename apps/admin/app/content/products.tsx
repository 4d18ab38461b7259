import type { Reply } from '@wopack/contract/client';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { Stars } from '@wopack/ui/display/rating.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { RecordActions } from '../ui/actions.tsx';
import type { FilterDeclaration } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { TypesOfProduct, TypesOfSalePlace } from './correctable-types.tsx';

type AdminProduct = Reply<'getAdminProduct'>['data'];
type AdminSalePlace = Reply<'getAdminSalePlace'>['data'];

const PRODUCT_STATES = ['draft', 'active', 'paused', 'closed'] as const;

/** Hidden from everybody, or as its seller has set it. */
function Visibility({ isHidden, label }: { isHidden: boolean; label: string }) {
  const { t } = useTranslation('admin');
  return <Pill tone={isHidden ? 'bad' : 'plain'}>{isHidden ? t('catalogue.hidden') : label}</Pill>;
}

function useCommonFilters() {
  const { t } = useTranslation('admin');
  return {
    period: [
      { kind: 'day', name: 'from', label: t('list.from') },
      { kind: 'day', name: 'to', label: t('list.to') },
    ] satisfies FilterDeclaration[],
    name: { kind: 'text', name: 'q', label: t('catalogue.search') } satisfies FilterDeclaration,
    hidden: {
      kind: 'choice',
      name: 'hidden',
      label: t('catalogue.isHidden'),
      options: (['yes', 'no'] as const).map((value) => ({ value, label: t(value) })),
    } satisfies FilterDeclaration,
    seller: {
      kind: 'record',
      name: 'seller_id',
      label: t('orders.seller'),
      show: (id) => id,
    } satisfies FilterDeclaration,
  };
}

/** All products. */
export function Products() {
  const { t } = useTranslation('admin');
  const { formatAmount, formatDateTime } = useFormat();
  const { period, name, hidden, seller } = useCommonFilters();
  return (
    <ListPage
      resource="products"
      title={t('menu.products')}
      columns={[
        {
          key: 'name',
          head: t('orders.product'),
          render: (row) => (
            <Link to={`/products/${row.id}`} className="underline underline-offset-3">
              {row.name || row.id}
            </Link>
          ),
        },
        { key: 'sale_place', head: t('orders.salePlace'), render: (row) => row.sale_place.name },
        { key: 'seller', head: t('orders.seller'), render: (row) => row.seller.name },
        {
          key: 'price',
          head: t('catalogue.price'),
          isAmount: true,
          render: (row) => formatAmount(row.price_cents),
        },
        { key: 'created', head: t('operators.since'), render: (row) => formatDateTime(row.created_at) },
        {
          key: 'state',
          head: t('orders.state'),
          render: (row) => <Visibility isHidden={row.is_hidden} label={t(`catalogue.states.${row.state}`)} />,
        },
      ]}
      filters={[
        ...period,
        name,
        hidden,
        seller,
        { kind: 'record', name: 'sale_place_id', label: t('orders.salePlace'), show: (id) => id },
        {
          kind: 'choice',
          name: 'state',
          label: t('orders.state'),
          options: PRODUCT_STATES.map((value) => ({ value, label: t(`catalogue.states.${value}`) })),
        },
      ]}
      sort={{ field: 'id', order: 'DESC' }}
      emptyText={t('catalogue.empty')}
    />
  );
}

/** A product with its photos; hiding it leaves what is paid as it is. */
export function Product() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord<AdminProduct>('products', id);
  const { formatMoney, formatInteger } = useFormat();
  const hasRight = useRights();
  const product = query.data;
  if (!product) return <PageState query={query} />;
  const params = { id: product.id };
  return (
    <div className="grid gap-4">
      <PageHead
        title={product.name || String(product.id)}
        state={<Visibility isHidden={product.is_hidden} label={t(`catalogue.states.${product.state}`)} />}
        back={{ to: '/products', label: t('menu.products') }}
        subtitle={
          <Link to={`/sale_places/${product.sale_place.id}`} className="link">
            {product.sale_place.name}
          </Link>
        }
        actions={
          <RecordActions
            actions={[
              product.is_hidden
                ? {
                    key: 'unhide',
                    label: t('catalogue.unhide'),
                    effect: t('catalogue.unhideEffect'),
                    right: 'catalogue.moderate',
                    run: (reason) => call('unhideProduct', { params, body: { reason } }),
                  }
                : {
                    key: 'hide',
                    label: t('catalogue.hide'),
                    effect: t('catalogue.hideEffect'),
                    right: 'catalogue.moderate',
                    isDanger: true,
                    run: (reason) => call('hideProduct', { params, body: { reason } }),
                  },
            ]}
          />
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('catalogue.details')}>
          <Facts>
            <Fact name={t('orders.seller')}>
              <Link to={`/sellers/${product.seller.id}`} className="link">
                {product.seller.name}
              </Link>
            </Fact>
            <Fact name={t('catalogue.price')}>{formatMoney(product.price_cents)}</Fact>
            <Fact name={t('sellers.openOrders')}>{formatInteger(product.open_orders)}</Fact>
            <Fact name={t('menu.content_reports')}>{formatInteger(product.content_reports)}</Fact>
          </Facts>
          <p className="border-t border-line pt-4 text-sm break-words whitespace-pre-line">
            {product.description || '–'}
          </p>
          <OtherTexts texts={product.texts} />
          {hasRight('prices.view') ? <TypesOfProduct product={product} /> : null}
        </Panel>
        <Panel title={t('catalogue.photos')}>
          {product.photos.length === 0 ? (
            <p className="text-sm text-muted">{t('catalogue.noPhotos')}</p>
          ) : null}
          <Photos photos={product.photos} name={product.name} />
        </Panel>
      </div>
    </div>
  );
}

type OtherText = AdminSalePlace['texts'][number] & Partial<AdminProduct['texts'][number]>;

/** Name and description of a product, or description of a sale place, in its other languages. */
export function OtherTexts({ texts }: { texts: readonly OtherText[] }) {
  const { t } = useTranslation('admin');
  return texts.map(({ language, name, description, is_translated }) => (
    <section key={language} className="grid gap-1 border-t border-line pt-4 text-sm">
      <h3 className="text-muted">
        {t(is_translated ? 'catalogue.translated' : 'catalogue.written', {
          language: t(`languages.${language}`),
        })}
      </h3>
      <p lang={language} className="break-words whitespace-pre-line">
        {name ? <b className="block">{name}</b> : null}
        {description}
      </p>
    </section>
  ));
}

export function Photos({
  photos,
  name,
}: {
  photos: readonly { path: string; srcset: string }[];
  name: string;
}) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {photos.map((photo, index) => (
        <img
          key={photo.path}
          src={photo.path}
          srcSet={photo.srcset || undefined}
          sizes="(min-width: 992px) 240px, 50vw"
          alt={`${name}, ${index + 1}`}
          loading="lazy"
          className="aspect-[16/9.6] w-full rounded-sm bg-quiet object-cover"
        />
      ))}
    </div>
  );
}

/** All sale places. */
export function SalePlaces() {
  const { t } = useTranslation('admin');
  const { formatDateTime, formatInteger } = useFormat();
  const { period, name, hidden, seller } = useCommonFilters();
  return (
    <ListPage
      resource="sale_places"
      title={t('menu.sale_places')}
      columns={[
        {
          key: 'name',
          head: t('orders.salePlace'),
          render: (row) => (
            <Link to={`/sale_places/${row.id}`} className="underline underline-offset-3">
              {row.name || row.id}
            </Link>
          ),
        },
        {
          key: 'address',
          head: t('sellers.address'),
          render: (row) => <span className="inline-block whitespace-normal lg:max-w-64">{row.address}</span>,
        },
        { key: 'seller', head: t('orders.seller'), render: (row) => row.seller.name },
        {
          key: 'products',
          head: t('menu.products'),
          isAmount: true,
          render: (row) => formatInteger(row.products),
        },
        { key: 'created', head: t('operators.since'), render: (row) => formatDateTime(row.created_at) },
        { key: 'state', head: t('orders.state'), render: (row) => <PlaceState place={row} /> },
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
  const query = useRecord<AdminSalePlace>('sale_places', id);
  const { formatInteger } = useFormat();
  const place = query.data;
  if (!place) return <PageState query={query} />;
  const params = { id: place.id };
  const productsLink = `/products?filter=${encodeURIComponent(JSON.stringify({ sale_place_id: place.id }))}`;
  return (
    <div className="grid gap-4">
      <PageHead
        title={place.name || String(place.id)}
        state={<PlaceState place={place} />}
        back={{ to: '/sale_places', label: t('menu.sale_places') }}
        subtitle={place.address}
        actions={
          <RecordActions
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
          <Fact name={t('orders.seller')}>
            <Link to={`/sellers/${place.seller.id}`} className="link">
              {place.seller.name}
            </Link>
          </Fact>
          <Fact name={t('users.phone')}>{place.phone || '–'}</Fact>
          <Fact name={t('menu.products')}>
            <Link to={productsLink} className="link">
              {formatInteger(place.products)}
            </Link>
          </Fact>
          <Fact name={t('sellers.openOrders')}>{formatInteger(place.open_orders)}</Fact>
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
    </div>
  );
}

/** Reviews; the means follow what is hidden. */
export function Reviews() {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const hasRight = useRights();
  const { period, hidden, seller } = useCommonFilters();
  const [open, setOpen] = useState<Row<'reviews'> | null>(null);
  const params = { id: open?.id ?? 0 };
  return (
    <>
      <ListPage
        resource="reviews"
        title={t('menu.reviews')}
        columns={[
          {
            key: 'id',
            head: t('orders.order'),
            render: (row) => row.id,
          },
          {
            key: 'stars',
            head: t('reviews.stars'),
            render: (row) => <Stars stars={row.stars} label={t('reviews.of5', { number: row.stars })} />,
          },
          {
            key: 'text',
            head: t('reviews.text'),
            render: (row) => (
              <span className="inline-block max-w-96 whitespace-normal">{row.text || '–'}</span>
            ),
          },
          { key: 'author', head: t('reviews.author'), render: (row) => row.author.name },
          { key: 'product', head: t('orders.product'), render: (row) => row.product.name },
          {
            key: 'created_at',
            head: t('reviews.at'),
            sort: 'created_at',
            render: (row) => formatDateTime(row.created_at),
          },
          {
            key: 'state',
            head: t('orders.state'),
            render: (row) => (
              <span className="inline-flex flex-wrap items-center gap-2 lg:flex-nowrap">
                <Visibility isHidden={row.is_hidden} label={t('reviews.shown')} />
                {hasRight('catalogue.moderate') ? (
                  <button type="button" className="link min-h-9 text-sm" onClick={() => setOpen(row)}>
                    {t(row.is_hidden ? 'catalogue.unhide' : 'catalogue.hide')}
                    <span className="sr-only"> {row.id}</span>
                  </button>
                ) : null}
              </span>
            ),
          },
        ]}
        filters={[
          ...period,
          seller,
          hidden,
          {
            kind: 'choice',
            name: 'with_text',
            label: t('reviews.withText'),
            options: [{ value: 'yes', label: t('yes') }],
          },
        ]}
        sort={{ field: 'created_at', order: 'DESC' }}
        emptyText={t('reviews.empty')}
      />
      {open ? (
        <ActionDialog
          title={t(open.is_hidden ? 'catalogue.unhide' : 'catalogue.hide')}
          description={t(open.is_hidden ? 'catalogue.unhideEffect' : 'reviews.hideEffect')}
          confirmLabel={t(open.is_hidden ? 'catalogue.unhide' : 'catalogue.hide')}
          isDanger={!open.is_hidden}
          reasonHint={t('reason.hint')}
          action={(reason) =>
            call(open.is_hidden ? 'unhideReview' : 'hideReview', { params, body: { reason } })
          }
          done={t('saved')}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
