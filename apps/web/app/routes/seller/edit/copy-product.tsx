import type { Reply } from '@wopack/contract/client';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { IconCopy } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyForm, CopyResults } from '../../../features/products/links/copy-form.tsx';
import type { MyProduct } from '../../../features/products/products.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { paths } from '../../../lib/paths.ts';
import { renderVerifyForMore } from '../verify-for-more.tsx';

interface Props {
  product: MyProduct;
  salePlaces: readonly SalePlace[];
  /** What is typed on the page is not saved yet. */
  isChanged: boolean;
}

/** Leads to a new product like this one; with several sale places it is copied to some of them at once, or to one of them. */
export function CopyProduct({ product, salePlaces, isChanged }: Props) {
  const { t } = useTranslation(['seller', 'linked']);
  const [isOpen, setOpen] = useState(false);
  const [isCopying, setCopying] = useState(false);
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
        <div className="grid gap-4">
          <Button
            icon={<IconCopy />}
            onClick={() => {
              setOpen(false);
              setCopying(true);
            }}
          >
            {t('linked:copyTo')}
          </Button>
          <section className="grid gap-2.5">
            <h3 className="text-sm font-semibold">{t('linked:copyFirst')}</h3>
            <ul className="grid gap-2">
              {salePlaces.map(({ id, name }) => (
                <li key={id} className="grid">
                  <ButtonLink variant="ghost" to={`${copyPath}&place=${id}`}>
                    {id === product.sale_place_id ? t('edit.copyHere', { name }) : name}
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </Sheet>
      <CopySheet
        product={product}
        salePlaces={salePlaces}
        isChanged={isChanged}
        isOpen={isCopying}
        onClose={() => setCopying(false)}
      />
    </>
  );
}

/** The form, then what became of it. */
function CopySheet({ product, isOpen, onClose, ...props }: Props & { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('linked');
  const [copies, setCopies] = useState<Reply<'copyProduct'>['data'] | null>(null);
  const close = () => {
    setCopies(null);
    onClose();
  };
  const isMade = copies?.some(({ result }) => result === 'made');
  return (
    <Sheet
      open={isOpen}
      onClose={close}
      title={copies ? t(isMade ? 'doneTitle' : 'nothingTitle') : t('title')}
      description={copies ? undefined : t('text', { name: product.name })}
    >
      {copies ? (
        <div className="grid gap-4">
          <CopyResults copies={copies} />
          <Button variant="soft" onClick={close}>
            {t('done')}
          </Button>
        </div>
      ) : (
        <CopyForm product={product} {...props} renderRefusal={renderVerifyForMore} onCopied={setCopies} />
      )}
    </Sheet>
  );
}
