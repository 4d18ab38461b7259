import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { IconLink } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createNameComparator } from '../../../lib/i18n/language.ts';
import { type MyProduct, useLinkProducts } from '../products.api.ts';

/** Own products that can be linked with one: of a sale place without a linked one, with a category in common. */
export function listLinkable(product: MyProduct, products: readonly MyProduct[]): MyProduct[] {
  const { linked = [], categories } = product;
  const placeIds = [product, ...linked].map(({ sale_place_id: placeId }) => placeId);
  return products.filter(
    (other) =>
      !placeIds.includes(other.sale_place_id) &&
      other.categories.some(({ id }) => categories.some((category) => category.id === id)),
  );
}

interface Props {
  product: MyProduct;
  linkable: readonly MyProduct[];
  /** What is typed on the page is not saved yet. */
  isChanged: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Chooses products to link with one, and asks before their text and photos are replaced. */
export function LinkSheet({ product, linkable, isChanged, isOpen, onClose }: Props) {
  const { t, i18n } = useTranslation('linked');
  const linkProducts = useLinkProducts();
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const byPlace = createNameComparator(i18n.language);
  const rows = linkable.toSorted((a, b) => byPlace({ name: a.sale_place_name }, { name: b.sale_place_name }));
  const chosen = rows.filter(({ id }) => chosenIds.includes(id));
  const close = () => {
    setChosenIds([]);
    setAsking(false);
    setMissing(false);
    linkProducts.reset();
    onClose();
  };
  /** One a sale place. */
  const toggle = ({ id, sale_place_id: placeId }: MyProduct) => {
    setMissing(false);
    const others = chosen.filter((other) => other.sale_place_id !== placeId).map((other) => other.id);
    setChosenIds(chosenIds.includes(id) ? others : [...others, id]);
  };
  const link = () =>
    linkProducts.mutate(
      { id: product.id, productIds: chosen.map(({ id }) => id) },
      {
        onSuccess: () => {
          showToast(t('link.done', { count: chosen.length }));
          close();
        },
      },
    );
  if (isAsking)
    return (
      <Sheet
        open={isOpen}
        onClose={close}
        title={t('link.askTitle', { count: chosen.length })}
        description={t('link.askText', { name: product.name })}
      >
        <div className="grid gap-4">
          <ul className="grid gap-2">
            {chosen.map(({ id, name, sale_place_name: place }) => (
              <li key={id} className="rounded-md bg-quiet px-4 py-3 leading-5">
                <b className="block wrap-anywhere">{name}</b>
                <span className="text-sm wrap-anywhere text-muted">{place}</span>
              </li>
            ))}
          </ul>
          <p className="text-pretty">{t('link.stays')}</p>
          {linkProducts.error ? <FieldError>{getErrorMessage(linkProducts.error)}</FieldError> : null}
          <div className="flex flex-col gap-2.5 sm:flex-row-reverse">
            <Button variant="danger" className="sm:flex-1" loading={linkProducts.isPending} onClick={link}>
              {t('link.replace')}
            </Button>
            <Button variant="soft" className="sm:flex-1" onClick={() => setAsking(false)}>
              {t('back')}
            </Button>
          </div>
        </div>
      </Sheet>
    );
  return (
    <Sheet open={isOpen} onClose={close} title={t('link.title')} description={t('link.text')}>
      <div className="grid gap-4">
        {isChanged ? <p className="text-sm font-semibold text-pretty">{t('link.unsaved')}</p> : null}
        <fieldset className="grid min-w-0 gap-1">
          <legend className="mb-1.5 text-sm font-semibold">{t('link.which')}</legend>
          {rows.map((row) => (
            <Checkbox key={row.id} checked={chosenIds.includes(row.id)} onChange={() => toggle(row)}>
              <span className="wrap-anywhere">{isolateWords(row.name)}</span>{' '}
              <span className="block text-sm wrap-anywhere text-muted">
                {isolateWords(row.sale_place_name)}
                {row.linked_count ? ` · ${t('mark', { count: row.linked_count })}` : null}
              </span>
            </Checkbox>
          ))}
          {isMissing ? <FieldError>{t('link.missing')}</FieldError> : null}
        </fieldset>
        <Button
          icon={<IconLink />}
          onClick={() => {
            setMissing(chosen.length === 0);
            setAsking(chosen.length > 0);
          }}
        >
          {t('link.go')}
        </Button>
      </div>
    </Sheet>
  );
}
