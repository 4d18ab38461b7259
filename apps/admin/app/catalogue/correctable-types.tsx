import { useQuery } from '@tanstack/react-query';
import { Button } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { ChoiceChip, ChoiceChips } from '@wopack/ui/form/choice.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { useRights } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms.tsx';
import { TypeIcon, useTypeName } from './seller-choices.tsx';

interface TypesOfProductProps {
  product: { id: number; name: string; type_ids: readonly number[] };
}

/** The types of a product with the button to correct them. */
export function TypesOfProduct({ product }: TypesOfProductProps) {
  const nameType = useTypeName();
  const types = useQuery({
    queryKey: ['all-product-types'],
    queryFn: async ({ signal }) =>
      (await call('listAdminProductTypes', { query: { limit: 100, sort: 'id' }, signal })).items,
  });
  return (
    <CorrectableTypes
      query={types}
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
export function TypesOfSalePlace({ place }: { place: TypesOfProductProps['product'] }) {
  const { i18n } = useTranslation('admin');
  const types = useQuery({
    queryKey: ['sale-place-types', i18n.language],
    queryFn: async ({ signal }) => (await call('listSalePlaceTypes', { signal })).data,
  });
  return (
    <CorrectableTypes
      query={types}
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
  subject: TypesOfProductProps['product'];
  types: { id: number; name: string; icon?: ReactNode; isOffered: boolean }[] | undefined;
  correct: (ids: number[], reason: string) => Promise<unknown>;
}

function CorrectableTypes({ query, subject, types, correct }: CorrectableTypesProps) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const [isOpen, setOpen] = useState(false);
  const [ids, setIds] = useState<readonly string[]>([]);
  if (query.error) return <InlineError error={query.error} onRetry={() => void query.refetch()} />;
  if (!types)
    return (
      <Loading>
        <Skeleton className="h-11" />
      </Loading>
    );
  const isOfSubject = ({ id }: { id: number }) => subject.type_ids.includes(id);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
      {types.filter(isOfSubject).map((type) => (
        <span key={type.id} className="inline-flex items-center gap-1.5 font-semibold">
          {type.icon}
          {type.name}
        </span>
      ))}
      {hasRight('catalogue.moderate') ? (
        <Button
          variant="ghost"
          size="small"
          onClick={() => {
            setIds(subject.type_ids.map(String));
            setOpen(true);
          }}
        >
          {t('types.correct')}
        </Button>
      ) : null}
      {isOpen ? (
        <ActionDialog
          title={t('types.correct')}
          description={subject.name}
          confirmLabel={t('types.correct')}
          reasonHint={t('reason.hint')}
          fields={['type_ids']}
          action={(reason) => correct(ids.map(Number), reason)}
          done={t('saved')}
          onClose={() => setOpen(false)}
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
              {errorOf('type_ids') ? (
                <p role="alert" className="text-sm font-semibold text-danger">
                  {errorOf('type_ids')}
                </p>
              ) : null}
            </fieldset>
          )}
        </ActionDialog>
      ) : null}
    </div>
  );
}
