import { useQuery } from '@tanstack/react-query';
import { isApiError } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { IconLink, IconLinkOff } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LinkSheet, listLinkable } from '../../../features/products/links/link-form.tsx';
import {
  type MyProduct,
  myProductsQuery,
  useUnlinkProduct,
} from '../../../features/products/products.api.ts';
import type { Refusal } from '../../../lib/api/refusal.ts';
import { paths } from '../../../lib/paths.ts';
import { CollapsibleList } from '../../../ui/lists.tsx';
import { EditCard } from './edit-layout.tsx';

const SHOWN_COUNT = 6;

/** What a product is linked with, what they have in common, and the ways in and out. */
export function LinkedCard({
  product,
  hasOtherPlaces,
  isChanged,
}: {
  product: MyProduct;
  hasOtherPlaces: boolean;
  isChanged: boolean;
}) {
  const { t, i18n } = useTranslation(['linked', 'seller']);
  const unlinkProduct = useUnlinkProduct();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const { data: products = [] } = useQuery({ ...myProductsQuery(i18n.language), enabled: hasOtherPlaces });
  const linkable = listLinkable(product, products);
  const { id, linked_count: count = 0, linked = [] } = product;
  const linkSheet = (
    <LinkSheet
      product={product}
      linkable={linkable}
      isChanged={isChanged}
      isOpen={isLinking}
      onClose={() => setLinking(false)}
    />
  );
  const linkButton =
    linkable.length > 0 ? (
      <Button variant="ghost" icon={<IconLink />} onClick={() => setLinking(true)}>
        {t('link.open')}
      </Button>
    ) : null;
  if (count === 0)
    return linkButton ? (
      <EditCard id="linked" title={t('link.cardTitle')}>
        <div className="-mt-3 grid justify-items-start gap-4">
          <p className="text-pretty text-muted">{t('link.cardText')}</p>
          {linkButton}
        </div>
        {linkSheet}
      </EditCard>
    ) : null;
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
          <CollapsibleList
            items={linked}
            initialCount={SHOWN_COUNT}
            moreLabel={t('seller:today.showAll', { number: linked.length })}
            className="flex flex-wrap gap-2"
          >
            {(other) => (
              <li key={other.id} className="min-w-0">
                <Link
                  to={paths.editProduct(other.id)}
                  className="inline-flex min-h-11 items-center rounded-full px-4 py-2 text-[.9375rem] font-semibold wrap-anywhere inset-ring inset-ring-line-strong hover:bg-quiet"
                >
                  {other.sale_place_name}
                </Link>
              </li>
            )}
          </CollapsibleList>
        ) : null}
        {outside > 0 ? <p className="font-semibold text-pretty">{t('outside', { count: outside })}</p> : null}
        {unlinkProduct.error ? <FieldError>{getErrorMessage(unlinkProduct.error)}</FieldError> : null}
        <div className="flex flex-wrap gap-2.5">
          {linkButton}
          <Button variant="ghost" icon={<IconLinkOff />} onClick={() => setConfirmOpen(true)}>
            {t('unlink')}
          </Button>
        </div>
      </div>
      {linkSheet}
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

/** Offered when a text is refused because of others: the product is unlinked, and then saved. */
export const renderUnlinkToSave = (id: number, refusal: Refusal) =>
  isApiError(refusal.error, 'conflict') && refusal.error.errors.linked ? (
    <UnlinkToSave id={id} message={refusal.error.message} {...refusal} />
  ) : null;

function UnlinkToSave({ id, message, onResolved, onClose }: Refusal & { id: number; message: string }) {
  const { t } = useTranslation('linked');
  const unlinkProduct = useUnlinkProduct();
  const { isSuccess, error } = unlinkProduct;
  // Not by the mutation: by now the page knows that the product is linked no more, and asks nothing about others.
  const handleUnlinked = useEffectEvent(onResolved);
  useEffect(() => {
    if (isSuccess) handleUnlinked();
  }, [isSuccess]);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('unlinkTitle')}
      description={`${message} ${t('unlinkText')}`}
      confirmLabel={t('unlinkAndSave')}
      isDanger
      loading={unlinkProduct.isPending}
      onConfirm={() => unlinkProduct.mutate(id)}
    >
      {error ? <FieldError>{getErrorMessage(error)}</FieldError> : null}
    </ConfirmDialog>
  );
}
