import { useQuery } from '@tanstack/react-query';
import { productTypeIcons } from '@wopack/contract/vocabulary';
import { isolateWords, languages } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceChip, ChoiceChips, ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { getFoodIconUrl } from '@wopack/ui/images/food-icon-url.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useRights } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { useColumns } from '../ui/list-table.tsx';
import { OfferedList } from './offered-list.tsx';

type ProductType = Row<'product_types'>;
/** What has types: a product or a sale place. */
type Subject = { id: number; name: string; type_ids: readonly number[] };

export const TypeIcon = ({ icon }: { icon: string }) => (
  <img src={getFoodIconUrl(icon)} alt="" width={96} height={96} className="size-7 shrink-0" />
);

/** The name in the console's language. */
export function useTypeName(): (type: ProductType) => string {
  const { i18n } = useTranslation('admin');
  const language = languages.find((candidate) => candidate === i18n.language) ?? 'en';
  return (type) => type[`name_${language}`];
}

/** All of them, also those that are no longer offered. */
export const useProductTypes = () =>
  useQuery({
    queryKey: ['all-product-types'],
    queryFn: async ({ signal }) =>
      (await call('listAdminProductTypes', { query: { limit: 100, sort: 'id' }, signal })).items,
  });

/** What sellers choose from when they say what is in a pack. */
export default function ProductTypes() {
  const { t } = useTranslation('admin');
  const { count } = useColumns('product_types');
  const nameType = useTypeName();
  return (
    <OfferedList
      resource="product_types"
      title={t('menu.product_types')}
      addLabel={t('types.add')}
      emptyText={t('types.empty')}
      nameRow={nameType}
      columns={[
        {
          key: 'name',
          head: t('types.type'),
          sort: 'id',
          render: (row) => (
            <span className="inline-flex items-center gap-2.5">
              <TypeIcon icon={row.icon} />
              {nameType(row)}
            </span>
          ),
        },
        ...languages.map((language) => ({
          key: language,
          head: t(`types.names.${language}`),
          render: (row: ProductType) => row[`name_${language}`],
        })),
        count('products', t('shared.products'), (row) => row.products),
      ]}
      filters={[{ kind: 'text', name: 'q', label: t('shared.partOfName') }]}
      renderDialog={(type, onClose) => <TypeDialog type={type} onClose={onClose} />}
      retire={(id, reason) => call('retireProductType', { params: { id }, body: { reason } })}
      restore={(id, reason) => call('restoreProductType', { params: { id }, body: { reason } })}
    />
  );
}

/** Adds a type, or changes names and icon of one. */
function TypeDialog({ type, onClose }: { type: ProductType | null; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const nameType = useTypeName();
  const [names, setNames] = useState({
    name_pt: type?.name_pt ?? '',
    name_en: type?.name_en ?? '',
    name_ru: type?.name_ru ?? '',
  });
  const [icon, setIcon] = useState<ProductType['icon']>(type?.icon ?? 'bread');
  return (
    <ActionDialog
      about={null}
      title={
        type ? t('offered.actionOf', { action: t('offered.change'), name: nameType(type) }) : t('types.add')
      }
      description={t('types.text')}
      confirmLabel={t(type ? 'offered.change' : 'types.addConfirm')}
      reasonHint={t('shared.reasonHint')}
      fields={['name_pt', 'name_en', 'name_ru', 'icon']}
      action={(reason): Promise<unknown> => {
        const body = { ...names, icon, reason };
        return type
          ? call('updateProductType', { params: { id: type.id }, body })
          : call('createProductType', { body });
      }}
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {languages.map((language) => (
            <TextField
              key={language}
              label={t(`types.names.${language}`)}
              lang={language}
              required
              autoComplete="off"
              value={names[`name_${language}`]}
              error={errorOf(`name_${language}`)}
              onChange={({ target }) => setNames({ ...names, [`name_${language}`]: target.value })}
            />
          ))}
          <ChoiceTiles
            legend={t('types.icon')}
            value={icon}
            onChange={setIcon}
            className="grid-cols-[repeat(auto-fill,minmax(52px,1fr))]"
            error={errorOf('icon')}
          >
            {productTypeIcons.map((name) => (
              <ChoiceTile key={name} value={name} className="min-h-13 p-1.5">
                <span className="sr-only">{t(`types.icons.${name}`)}</span>
                <TypeIcon icon={name} />
              </ChoiceTile>
            ))}
          </ChoiceTiles>
        </>
      )}
    </ActionDialog>
  );
}

/** The types of a product with the button to correct them. */
export function TypesOfProduct({ product }: { product: Subject }) {
  const nameType = useTypeName();
  const types = useProductTypes();
  return (
    <CorrectableTypes
      query={types}
      kind="product"
      subject={product}
      types={types.data?.map((type) => ({
        id: type.id,
        name: nameType(type),
        icon: <TypeIcon icon={type.icon} />,
        isOffered: type.retired_at === null,
      }))}
      correct={(type_ids, reason) =>
        call('updateProductTypes', { params: { id: product.id }, body: { type_ids, reason } })
      }
    />
  );
}

/** The same of a sale place. */
export function TypesOfSalePlace({ place }: { place: Subject }) {
  const { i18n } = useTranslation('admin');
  const types = useQuery({
    queryKey: ['sale-place-types', i18n.language],
    queryFn: async ({ signal }) => (await call('listSalePlaceTypes', { signal })).data,
  });
  return (
    <CorrectableTypes
      query={types}
      kind="sale_place"
      subject={place}
      types={types.data?.map(({ id, name }) => ({ id, name, isOffered: true }))}
      correct={(type_ids, reason) =>
        call('updateSalePlaceTypes', { params: { id: place.id }, body: { type_ids, reason } })
      }
    />
  );
}

interface CorrectableTypesProps {
  query: { error: unknown; refetch: () => Promise<unknown> };
  kind: 'product' | 'sale_place';
  subject: Subject;
  types: { id: number; name: string; icon?: ReactNode; isOffered: boolean }[] | undefined;
  correct: (ids: number[], reason: string) => Promise<unknown>;
}

function CorrectableTypes({ query, kind, subject, types, correct }: CorrectableTypesProps) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  /** Those chosen while the dialog is open. */
  const [ids, setIds] = useState<readonly string[] | null>(null);
  if (query.error) return <InlineError query={query} />;
  if (!types) return <LoadingRows count={1} row="h-11" />;
  const isOfSubject = ({ id }: { id: number }) => subject.type_ids.includes(id);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
      {types.filter(isOfSubject).map((type) => (
        <span key={type.id} className="inline-flex items-center gap-1.5 font-semibold">
          {type.icon}
          {isolateWords(type.name)}
        </span>
      ))}
      {hasRight('catalogue.moderate') ? (
        <Button variant="ghost" size="small" onClick={() => setIds(subject.type_ids.map(String))}>
          {t('types.correct')}
        </Button>
      ) : null}
      {ids ? (
        <ActionDialog
          about={{ kind, id: subject.id, right: 'catalogue.moderate' }}
          title={t('types.correct')}
          description={subject.name}
          confirmLabel={t('types.correct')}
          isReasonRead
          fields={['type_ids']}
          action={(reason) => correct(ids.map(Number), reason)}
          done={t('saved')}
          onClose={() => setIds(null)}
        >
          {(errorOf) => (
            <fieldset className="grid gap-2.5">
              <legend className="mb-2.5 text-sm font-semibold">{t('types.type')}</legend>
              <ChoiceChips value={ids} onChange={setIds}>
                {types
                  .filter((type) => type.isOffered || isOfSubject(type))
                  .map((type) => (
                    <ChoiceChip key={type.id} value={String(type.id)} icon={type.icon}>
                      {type.name}
                    </ChoiceChip>
                  ))}
              </ChoiceChips>
              {errorOf('type_ids') ? <FieldError>{errorOf('type_ids')}</FieldError> : null}
            </fieldset>
          )}
        </ActionDialog>
      ) : null}
    </div>
  );
}
