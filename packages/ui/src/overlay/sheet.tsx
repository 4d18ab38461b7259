import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { lazyWithErrorBoundary } from '../feedback/lazy-with-error-boundary.tsx';
import type { SheetProps } from './sheet-view.tsx';

/** Its library is loaded when a sheet opens first: it is a seventh of all script of a page. */
const SheetView = lazyWithErrorBoundary(() => import('./sheet-view.tsx'));

/** A bottom sheet that can be dragged below 576 px, a dialog above. Traps focus and restores it; closes toasts. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setOpened] = useState(false);
  if (props.open && !wasOpened) setOpened(true);
  return wasOpened ? (
    <Suspense>
      <SheetView {...props} />
    </Suspense>
  ) : null;
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** The verb, e.g. 'Cancel the order'. */
  confirmLabel: string;
  /** By default 'Not now'. */
  cancelLabel?: string;
  isDanger?: boolean;
  loading?: boolean;
  onConfirm: () => void;
  /** Input to fill in first, such as a reason. */
  children?: ReactNode;
}

/** Confirms an irreversible action. While `loading` it cannot be closed, because nothing would be cancelled by that. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const {
    open,
    onClose,
    title,
    description,
    confirmLabel,
    cancelLabel,
    isDanger,
    loading,
    onConfirm,
    children,
  } = props;
  const close = () => {
    if (!loading) onClose();
  };
  return (
    <Sheet open={open} onClose={close} title={title} description={description}>
      {children}
      <div className="mt-2 flex flex-col gap-2.5 sm:flex-row-reverse">
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          loading={loading}
          onClick={onConfirm}
          className="sm:flex-1"
        >
          {confirmLabel}
        </Button>
        <Button variant="soft" onClick={close} disabled={loading} className="sm:flex-1">
          {cancelLabel ?? t('notNow')}
        </Button>
      </div>
    </Sheet>
  );
}
