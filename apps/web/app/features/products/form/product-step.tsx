import { ApiError } from '@wopack/contract/client';
import type { Language } from '@wopack/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { useSaveProduct } from '../products.api.ts';
import { readProductDraft, saveProductDraft, toProductBody } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';

interface Props {
  salePlaceId: number;
  onSaved: () => void;
  /** The selected sale place was deleted. */
  onSalePlaceMissing: () => void;
  /** The buttons, given whether the product is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** The first product of a sale place; its draft is stored on every keystroke. */
export function ProductStep({ salePlaceId, onSaved, onSalePlaceMissing, footer }: Props) {
  const { i18n } = useTranslation();
  const saveProduct = useSaveProduct({ createIfMissing: true });
  return (
    <ProductForm
      initial={readProductDraft(i18n.language as Language)}
      isNew
      onDraftChange={saveProductDraft}
      onSave={async (draft) => {
        const id = readStored('createdProduct')?.id ?? 0;
        // The step has no fields for the other languages.
        const { texts: _, ...product } = toProductBody(draft);
        try {
          writeStored(
            'createdProduct',
            await saveProduct.mutateAsync({ ...product, id, sale_place_id: salePlaceId }),
          );
          onSaved();
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 4)) throw error;
          removeStored('createdProduct');
          onSalePlaceMissing();
        }
      }}
      footer={footer}
    />
  );
}
