import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { IconLinkOff } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type MyProduct, useUnlinkProduct } from '../../../features/products/products.api.ts';
import { paths } from '../../../lib/paths.ts';
import { EditCard } from './edit-layout.tsx';

/** What a product is linked with, what they have in common, and the way out. */
export function LinkedCard({ product }: { product: MyProduct }) {
  const { t } = useTranslation('linked');
  const unlinkProduct = useUnlinkProduct();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const { id, linked_count: count = 0, linked = [] } = product;
  if (count === 0) return null;
  const outside = count - linked.length;
  const unlink = () =>
    unlinkProduct.mutate(id, {
      onSuccess: () => showToast(t('unlinked')),
      onSettled: () => setConfirmOpen(false),
    });
  return (
    <EditCard id="linked" title={t('cardTitle', { count })}>
      <div className="-mt-3 grid gap-4">
        <p className="text-pretty text-muted">{t('cardText')}</p>
        {linked.length > 0 ? (
          <ul className="flex flex-wrap gap-2">
            {linked.map((other) => (
              <li key={other.id} className="min-w-0">
                <Link
                  to={paths.editProduct(other.id)}
                  className="inline-flex min-h-11 items-center rounded-full px-4 py-2 text-[.9375rem] font-semibold wrap-anywhere inset-ring inset-ring-line-strong hover:bg-quiet"
                >
                  {other.sale_place_name}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {outside > 0 ? <p className="font-semibold text-pretty">{t('outside', { count: outside })}</p> : null}
        {unlinkProduct.error ? <FieldError>{getErrorMessage(unlinkProduct.error)}</FieldError> : null}
        <div>
          <Button variant="ghost" icon={<IconLinkOff />} onClick={() => setConfirmOpen(true)}>
            {t('unlink')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={t('unlinkTitle')}
        description={t('unlinkText')}
        confirmLabel={t('unlink')}
        isDanger
        loading={unlinkProduct.isPending}
        onConfirm={unlink}
      />
    </EditCard>
  );
}
