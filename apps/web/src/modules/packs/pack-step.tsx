import { ApiError } from '@wopack/contract/client';
import type { ReactNode } from 'react';
import { read, remove, write } from '../../lib/storage.ts';
import { keepPackDraft, readPackDraft } from './pack-draft.ts';
import { PackForm } from './pack-form.tsx';
import { useSavePack } from './packs.api.ts';

interface Props {
  placeId: number;
  onSaved: () => void;
  /** The place the pack belongs to is not there any more. */
  onPlaceGone: () => void;
  /** The buttons below, told whether the pack is being saved. */
  footer: (saving: boolean) => ReactNode;
}

/** The first pack of a place; what is typed is kept at every stroke. */
export function PackStep({ placeId, onSaved, onPlaceGone, footer }: Props) {
  const save = useSavePack({ orNew: true });
  return (
    <PackForm
      initial={readPackDraft()}
      onDraft={keepPackDraft}
      onSave={async ({ value: _, place: __, ...pack }) => {
        const id = read('createdProduct')?.id ?? 0;
        try {
          write('createdProduct', await save.mutateAsync({ ...pack, id, sale_place_id: placeId }));
          onSaved();
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 4)) throw error;
          remove('createdProduct');
          onPlaceGone();
        }
      }}
      footer={footer}
    />
  );
}
