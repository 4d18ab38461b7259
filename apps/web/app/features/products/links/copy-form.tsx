import type { Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { IconCopy } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RenderRefusal } from '../../../lib/api/refusal.ts';
import { paths } from '../../../lib/paths.ts';
import { SalePlacesField } from '../../../ui/form/sale-places-field.tsx';
import { type MyProduct, useCopyProduct } from '../products.api.ts';

type Copies = Reply<'copyProduct'>['data'];

interface Props {
  product: MyProduct;
  salePlaces: readonly { id: number; name: string }[];
  /** What is typed on the page is not saved yet. */
  isChanged: boolean;
  renderRefusal: RenderRefusal;
  onCopied: (copies: Copies) => void;
}

/** Where and how a product is copied. */
export function CopyForm({ product, salePlaces, isChanged, renderRefusal, onCopied }: Props) {
  const { t } = useTranslation('linked');
  const copyProduct = useCopyProduct();
  const [isLinked, setLinked] = useState(true);
  const [chosenIds, setChosenIds] = useState<number[] | null>([]);
  const [isPutOnSale, setPutOnSale] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { linked = [] } = product;
  const hasLinked = ({ id }: { id: number }) =>
    id === product.sale_place_id || linked.some((other) => other.sale_place_id === id);
  const offered = isLinked ? salePlaces.filter((place) => !hasLinked(place)) : salePlaces;
  const ids = offered.map(({ id }) => id).filter((id) => chosenIds === null || chosenIds.includes(id));
  const submit = () => {
    setMissing(ids.length === 0);
    if (ids.length === 0) return;
    copyProduct.mutate(
      {
        id: product.id,
        sale_place_ids: ids,
        linked: isLinked,
        put_on_sale: isPutOnSale && product.schedule !== null,
      },
      { onSuccess: onCopied },
    );
  };
  const namesThere = linked.map((other) => isolateWords(other.sale_place_name));
  const { error } = copyProduct;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // A portal of React: the page's own form would be sent too.
        event.stopPropagation();
        submit();
      }}
    >
      {isChanged ? <p className="text-sm font-semibold text-pretty">{t('unsaved')}</p> : null}
      <ChoiceTiles<boolean> legend={t('how')} value={isLinked} onChange={setLinked}>
        {[true, false].map((value) => (
          <ChoiceTile
            key={String(value)}
            value={value}
            className="grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5 px-4 text-left"
          >
            <span>{t(value ? 'linked' : 'independent')}</span>
            <span className="text-[.8125rem] font-normal text-pretty opacity-85">
              {t(value ? 'linkedText' : 'independentText')}
            </span>
          </ChoiceTile>
        ))}
      </ChoiceTiles>
      {offered.length === 0 ? (
        <p className="text-pretty text-muted">{t('allThere')}</p>
      ) : (
        <div className="grid gap-2">
          <SalePlacesField
            legend={t('where')}
            allLabel={t('all')}
            value={chosenIds}
            onChange={(next) => {
              setMissing(false);
              setChosenIds(next);
            }}
            salePlaces={offered}
            error={isMissing && ids.length === 0 ? t('placesMissing') : undefined}
          />
          {isLinked && linked.length > 0 ? (
            <p className="text-sm text-pretty text-muted">
              {t('thereAlready', { names: namesThere.join(', ') })}
            </p>
          ) : null}
        </div>
      )}
      {product.schedule ? (
        <Switch
          label={t('putOnSale')}
          hint={t('putOnSaleHint')}
          checked={isPutOnSale}
          onChange={setPutOnSale}
        />
      ) : null}
      {error ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
      <Button
        type="submit"
        icon={<IconCopy />}
        loading={copyProduct.isPending}
        disabled={offered.length === 0}
      >
        {ids.length === 0 ? t('copyNone') : t('copy', { count: ids.length })}
      </Button>
      {error
        ? renderRefusal({
            error,
            onResolved: () => {
              copyProduct.reset();
              submit();
            },
            onClose: () => copyProduct.reset(),
          })
        : null}
    </form>
  );
}

/** What became of each sale place, with links to the copies. */
export function CopyResults({ copies }: { copies: Copies }) {
  const { t } = useTranslation('linked');
  return (
    <ul className="grid">
      {copies.map(({ id, sale_place_id: placeId, sale_place_name: name, result, state }) => (
        <li key={placeId} className="border-b border-line last:border-0">
          <Link
            to={paths.editProduct(id)}
            className="grid min-h-11 content-center rounded-xs py-2.5 leading-5 hover:bg-quiet"
          >
            <b className="break-words">{name}</b>
            <span className="text-sm text-muted">
              {t(result === 'linked_before' ? 'results.linked_before' : `results.${state as 'draft'}`)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
