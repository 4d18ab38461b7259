import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { IconCopy } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyProduct } from '../../../features/products/products.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';

interface Props {
  product: Pick<MyProduct, 'id' | 'name' | 'sale_place_id'>;
  salePlaces: readonly SalePlace[];
}

/** Leads to a new product like this one; with several sale places after asking for which. */
export function CopyProduct({ product, salePlaces }: Props) {
  const { t } = useTranslation('seller');
  const [isOpen, setOpen] = useState(false);
  const copyPath = `${paths.newProduct}?copy=${product.id}`;
  if (salePlaces.length < 2)
    return (
      <ButtonLink variant="ghost" size="small" icon={<IconCopy />} to={copyPath}>
        {t('edit.copy')}
      </ButtonLink>
    );
  return (
    <>
      <Button variant="ghost" size="small" icon={<IconCopy />} onClick={() => setOpen(true)}>
        {t('edit.copy')}
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('edit.copyTo')}
        description={t('edit.copyToText', { name: product.name })}
      >
        <ul className="grid gap-2">
          {salePlaces.map(({ id, name }) => (
            <li key={id} className="grid">
              <ButtonLink variant="ghost" to={`${copyPath}&place=${id}`}>
                {id === product.sale_place_id ? t('edit.copyHere', { name }) : name}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
