import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Sheet } from './sheet.tsx';

interface Props {
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
export function ConfirmDialog(props: Props) {
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
