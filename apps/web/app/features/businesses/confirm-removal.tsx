import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';

interface Named {
  id: number;
  name: string;
}

interface Props {
  /** What is to be removed; null: nothing is asked. */
  item: Named | null;
  onClose: () => void;
  texts: { title: string; text: string; confirm: string; done: (name: string) => string };
  removal: UseMutationResult<unknown, Error, number>;
}

/** Asks before something with a name is removed, and says that it is. */
export function ConfirmRemoval({ item, onClose, texts, removal }: Props) {
  const remove = ({ id, name }: Named) =>
    removal.mutate(id, {
      onSuccess: () => {
        onClose();
        showToast(texts.done(name));
      },
      onError: showErrorToast,
    });
  return (
    <ConfirmDialog
      open={item !== null}
      onClose={onClose}
      title={texts.title}
      description={texts.text}
      confirmLabel={texts.confirm}
      isDanger
      loading={removal.isPending}
      onConfirm={() => item && remove(item)}
    />
  );
}
