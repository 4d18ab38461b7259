import { Stars } from '@wopack/ui/display/rating.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useCommonFilters, Visibility } from './products.tsx';

/** Reviews; the means follow what is hidden. */
export default function Reviews() {
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
