import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { countAnswers, getPromisedShare, isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { useLinkedSection } from '../../../lib/browser/use-linked-section.ts';
import { queryKeys, useMemberRights } from '../../../lib/data/shared-queries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Photo } from '../../../ui/images/photo.tsx';
import { useSalesFormat } from '../sales/sales.api.ts';
import { TABLE_CLASS, TableCard } from '../sales/sales-table.tsx';

type SellerValue = Reply<'getSellerValue'>['data'];
type ValuedProduct = SellerValue['packs'][number];
type ValueQuery = NonNullable<Input<'getSellerValue'>['query']>;

const valueKey = [...queryKeys.seller, 'value'] as const;

const sellerValueQuery = (query: ValueQuery) =>
  queryOptions({
    queryKey: [...valueKey, query],
    queryFn: async ({ signal }) => (await call('getSellerValue', { query, signal })).data,
  });

/** Reloads the figures after a change, whatever sale places they are of. */
function useValueMutation<B>(request: (body: B) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: () => {
      showToast(done);
      void queryClient.invalidateQueries({ queryKey: valueKey });
    },
    onError: showErrorToast,
  });
}

interface SectionProps {
  query: ValueQuery;
  /** What stands above it is loaded. */
  isInPlace: boolean;
}

/** What customers say of the content: by pack and week, by who handed out, and their photos. Counts alone, without names. */
export function SellerValueSection({ query, isInPlace }: SectionProps) {
  const { t } = useTranslation('sales');
  const value = useQuery(sellerValueQuery(query));
  // The notice of a proposal leads here.
  useLinkedSection('value', isInPlace && !value.isPending);
  return (
    <section
      id="value"
      aria-labelledby="value-title"
      className="grid scroll-mt-20 gap-3.5 outline-none sm:gap-5"
    >
      <div>
        <h2 id="value-title" className="h1">
          {t('value.title')}
        </h2>
        <p className="text-sm text-pretty text-muted">{t('value.lead')}</p>
      </div>
      <QueryState query={value} loading={<LoadingRows count={3} row="h-16" />} reassurance={t('safe')}>
        {(data) => <SellerValueView value={data} />}
      </QueryState>
    </section>
  );
}

function SellerValueView({ value }: { value: SellerValue }) {
  const { t } = useTranslation('sales');
  const counted = value.packs.filter(({ counts }) => counts !== null);
  return (
    <>
      {value.packs.map((valued) =>
        valued.proposal ? <Proposal key={valued.product.id} valued={valued} /> : null,
      )}
      {counted.length === 0 ? (
        <p className="rounded-lg bg-surface p-4 text-muted sm:p-6">{t('value.tooFew')}</p>
      ) : (
        <ProductTable products={counted} />
      )}
      {value.people.length > 0 ? <PeopleTable people={value.people} /> : null}
      <KeptOrdersTable salePlaces={value.sale_places.filter(({ reliability }) => reliability.orders > 0)} />
      {value.photos.length > 0 ? <Photos photos={value.photos} /> : null}
    </>
  );
}

/** The sum in words, and one press. */
function Proposal({ valued }: { valued: ValuedProduct }) {
  const { t } = useTranslation('sales');
  const { formatMoney } = useFormat();
  const { can } = useMemberRights();
  const proposal = valued.proposal!;
  const { from_cents: from, to_cents: to } = proposal;
  const accept = useValueMutation(
    (_: undefined) => call('acceptValueProposal', { params: { id: proposal.id } }),
    t('value.accepted'),
  );
  return (
    <div className="on-brand grid gap-3 rounded-lg bg-brand p-4 text-on-brand sm:p-6">
      <h3 className="h2">
        {t('value.proposal', { name: isolateWords(valued.product.name), amount: formatMoney(to) })}
      </h3>
      <p className="text-pretty">
        {t('value.why', { got: proposal.of_ten })}{' '}
        {t('value.sum', {
          from: formatMoney(from),
          tenth: formatMoney(from - Math.round(from / 10)),
          to: formatMoney(to),
        })}
      </p>
      {can('products.manage') ? (
        <Button
          className="justify-self-start max-sm:w-full"
          loading={accept.isPending}
          onClick={() => accept.mutate(undefined)}
        >
          {t('value.accept', { amount: formatMoney(to) })}
        </Button>
      ) : (
        <p className="text-sm font-semibold">{t('value.managers')}</p>
      )}
    </div>
  );
}

const SHOWN_WEEKS = 6;

function ProductTable({ products }: { products: readonly ValuedProduct[] }) {
  const { t } = useTranslation('sales');
  const { formatMoney } = useFormat();
  const { percent, shortDate } = useSalesFormat();
  const weeks = [...new Set(products.flatMap((product) => product.weeks.map(({ week }) => week)))]
    .toSorted()
    .slice(-SHOWN_WEEKS);
  return (
    <TableCard title={t('value.byPack')} below={t('value.weekNote')}>
      <DataTable
        caption={t('value.byPack')}
        className={TABLE_CLASS}
        rows={products}
        getKey={({ product }) => String(product.id)}
        columns={[
          { key: 'pack', head: t('value.pack'), render: ({ product }) => product.name },
          {
            key: 'value',
            head: t('value.value'),
            isNumber: true,
            render: (product) => formatMoney(product.value_cents),
          },
          {
            key: 'people',
            head: t('value.people'),
            isNumber: true,
            render: ({ counts }) => countAnswers(counts!),
          },
          {
            key: 'share',
            head: t('value.promised'),
            isNumber: true,
            render: ({ counts }) => percent(getPromisedShare(counts!)),
          },
          ...weeks.map((week) => ({
            key: week,
            head: shortDate(week),
            isNumber: true,
            render: (product: ValuedProduct) => {
              const row = product.weeks.find((other) => other.week === week);
              return row ? t('value.ofTen', { number: row.of_ten }) : '–';
            },
          })),
        ]}
      />
    </TableCard>
  );
}

function PeopleTable({ people }: { people: SellerValue['people'] }) {
  const { t } = useTranslation('sales');
  return (
    <TableCard title={t('value.byPerson')}>
      <DataTable
        caption={t('value.byPerson')}
        className={TABLE_CLASS}
        rows={people}
        getKey={({ name }) => name}
        columns={[
          { key: 'name', head: t('value.person'), render: ({ name }) => name },
          {
            key: 'share',
            head: t('value.promised'),
            isNumber: true,
            render: ({ of_ten: number }) => t('value.ofTen', { number }),
          },
        ]}
      />
    </TableCard>
  );
}

/** What offers and the pages of the sale places say from ten orders on, and how the number comes about. */
function KeptOrdersTable({ salePlaces }: { salePlaces: SellerValue['sale_places'] }) {
  const { t } = useTranslation('sales');
  const { formatShortDate } = useFormat();
  if (salePlaces.length === 0) return null;
  return (
    <TableCard title={t('value.kept')} below={t('value.keptNote')}>
      <DataTable
        caption={t('value.kept')}
        className={TABLE_CLASS}
        rows={salePlaces}
        getKey={({ id }) => String(id)}
        columns={[
          { key: 'name', head: t('value.salePlace'), render: ({ name }) => name },
          {
            key: 'kept',
            head: t('value.keptHead'),
            isNumber: true,
            render: ({ reliability: { kept, orders } }) => t('value.keptOf', { kept, orders }),
          },
          {
            key: 'cancelled',
            head: t('value.cancelled'),
            isNumber: true,
            render: ({ reliability: { cancelled, kept, orders } }) =>
              cancelled === 0 ? '0' : t('value.countedAs', { cancelled, lost: orders - kept }),
          },
          {
            key: 'last',
            head: t('value.lastCancelled'),
            isNumber: true,
            render: ({ reliability: { last_cancelled_at: at } }) => (at ? formatShortDate(at) : '–'),
          },
        ]}
      />
    </TableCard>
  );
}

function Photos({ photos }: { photos: SellerValue['photos'] }) {
  const { t } = useTranslation('sales');
  const { formatShortDate } = useFormat();
  const { can } = useMemberRights();
  const change = useValueMutation(
    (body: Input<'changeValuePhoto'>['body']) => call('changeValuePhoto', { body }),
    t('value.photoChanged'),
  );
  const [removedPath, setRemovedPath] = useState<string | null>(null);
  return (
    <section aria-labelledby="value-photos" className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h3 id="value-photos" className="h2">
        {t('value.photos')}
      </h3>
      <p className="text-sm text-pretty text-muted">{t('value.photosNote')}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-4">
        {photos.map(({ photo, product, week, ...state }) => (
          <li key={photo.path} className="grid content-start gap-2">
            <Photo
              photo={photo}
              alt={t('value.photoAlt', { name: isolateWords(product.name) })}
              sizes="240px"
              className="rounded-md"
            />
            <p className="text-sm">
              {isolateWords(product.name)} · {t('value.week', { date: formatShortDate(week) })}
            </p>
            <p className="text-sm font-semibold empty:hidden">
              {state.is_hidden
                ? t('value.hidden')
                : state.is_pinned
                  ? t('value.shown')
                  : state.may_be_shown
                    ? null
                    : t('value.notAllowed')}
            </p>
            {can('products.manage') ? (
              <div className="flex flex-wrap gap-2">
                {state.may_be_shown && !state.is_hidden ? (
                  <Button
                    variant="soft"
                    size="small"
                    disabled={change.isPending}
                    onClick={() =>
                      change.mutate({ path: photo.path, action: state.is_pinned ? 'hide' : 'show' })
                    }
                  >
                    {t(state.is_pinned ? 'value.hide' : 'value.show')}
                  </Button>
                ) : null}
                <Button
                  variant="danger"
                  size="small"
                  disabled={change.isPending}
                  onClick={() => setRemovedPath(photo.path)}
                >
                  {t('value.remove')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={removedPath !== null}
        onClose={() => setRemovedPath(null)}
        title={t('value.removeTitle')}
        description={t('value.confirmRemoval')}
        confirmLabel={t('value.remove')}
        isDanger
        loading={change.isPending}
        onConfirm={() =>
          change.mutate({ path: removedPath!, action: 'remove' }, { onSettled: () => setRemovedPath(null) })
        }
      />
    </section>
  );
}
