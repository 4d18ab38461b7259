import type { Reply } from '@wopack/contract/client';
import { productStates } from '@wopack/contract/vocabulary';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { chooseFrom, type FilterDeclaration, usePeriodFilters } from '../ui/filter-bar.tsx';
import { RecordActions } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { TrustFigures, useTrustWords } from './trust-figures.tsx';
import { TypesOfProduct } from './types.tsx';

type AdminProduct = Reply<'getAdminProduct'>['data'];

/** Hidden from everybody, or as its seller has set it. */
export function Visibility({ isHidden, label }: { isHidden: boolean; label: string }) {
  const { t } = useTranslation('admin');
  return <Pill tone={isHidden ? 'bad' : 'plain'}>{isHidden ? t('catalogue.hidden') : label}</Pill>;
}

export function useCommonFilters() {
  const { t } = useTranslation('admin');
  return {
    period: usePeriodFilters(),
    name: { kind: 'text', name: 'q', label: t('shared.partOfName') } satisfies FilterDeclaration,
    hidden: chooseFrom('hidden', t('catalogue.isHidden'), ['yes', 'no'], (value) => t(value)),
    seller: {
      kind: 'record',
      name: 'seller_id',
      label: t('shared.seller'),
    } satisfies FilterDeclaration,
  };
}

export function Products() {
  const { t } = useTranslation('admin');
  const { time, amount } = useColumns('products');
  const { period, name, hidden, seller } = useCommonFilters();
  const trustWords = useTrustWords();
  return (
    <ListPage
      resource="products"
      title={t('menu.products')}
      columns={[
        {
          key: 'name',
          head: t('shared.product'),
          render: (row) => (
            <Link to={`/products/${row.id}`} className="underline underline-offset-3">
              {row.name || row.id}
            </Link>
          ),
        },
        { key: 'sale_place', head: t('shared.salePlace'), render: (row) => row.sale_place.name },
        { key: 'seller', head: t('shared.seller'), render: (row) => row.seller.name },
        amount('price', t('shared.price'), (row) => row.price_cents),
        {
          key: 'promised',
          head: t('trust.columnPromised'),
          isAmount: true,
          render: (row) => trustWords.promised(row.value_answers) ?? '–',
        },
        time('created', t('shared.since'), (row) => row.created_at),
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <Visibility isHidden={row.is_hidden} label={t(`catalogue.states.${row.state}`)} />,
        },
      ]}
      filters={[
        ...period,
        name,
        hidden,
        seller,
        { kind: 'record', name: 'sale_place_id', label: t('shared.salePlace') },
        chooseFrom('state', t('shared.state'), productStates, (value) => t(`catalogue.states.${value}`)),
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
  const query = useRecord('products', id);
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
            about={{ kind: 'product', id: product.id }}
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
            <Fact name={t('shared.seller')}>
              <Link to={`/sellers/${product.seller.id}`} className="link">
                {product.seller.name}
              </Link>
            </Fact>
            <Fact name={t('shared.price')}>{formatMoney(product.price_cents)}</Fact>
            <Fact name={t('shared.openOrders')}>{formatInteger(product.open_orders)}</Fact>
            <Fact name={t('menu.content_reports')}>{formatInteger(product.content_reports)}</Fact>
            {product.linked_count > 0 ? (
              <Fact name={t('catalogue.linked')}>
                {t('catalogue.linkedCount', { count: product.linked_count })}
              </Fact>
            ) : null}
          </Facts>
          <p className="border-t border-line pt-4 text-sm break-words whitespace-pre-line">
            {product.description || '–'}
          </p>
          <OtherTexts texts={product.texts} />
          {hasRight('prices.view') ? <TypesOfProduct product={product} /> : null}
        </Panel>
        <div className="grid gap-4">
          <TrustFigures value={product.value_answers} reliability={product.reliability} isOfProduct />
          <Panel title={t('catalogue.photos')}>
            {product.photos.length === 0 ? (
              <p className="text-sm text-muted">{t('catalogue.noPhotos')}</p>
            ) : null}
            <Photos photos={product.photos} name={product.name} />
          </Panel>
        </div>
      </div>
    </div>
  );
}

type OtherText = Reply<'getAdminSalePlace'>['data']['texts'][number] & Partial<AdminProduct['texts'][number]>;

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
          sizes="(min-width: 62rem) 240px, 50vw"
          alt={`${name}, ${index + 1}`}
          loading="lazy"
          className="aspect-[16/9.6] w-full rounded-sm bg-quiet object-cover"
        />
      ))}
    </div>
  );
}
