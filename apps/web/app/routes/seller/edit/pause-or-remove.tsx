import { Button } from '@wopack/ui/button.tsx';
import { getErrorMessage } from '@wopack/ui/errors.ts';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/confirm-dialog.tsx';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditCard } from './edit-layout.tsx';

interface Props {
  /** Null: cannot be paused yet. */
  isPaused: boolean | null;
  /** Consequence of pausing. */
  pauseHint: string;
  onPause: (paused: boolean) => Promise<unknown>;
  removeTitle: string;
  removeText: string;
  onRemove: () => Promise<unknown>;
  /** Further actions. */
  children?: ReactNode;
}

/** Pauses or removes it; a refused removal shows the reason. */
export function PauseOrRemove(props: Props) {
  const { t } = useTranslation('seller');
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [pendingAction, setPendingAction] = useState<'pause' | 'remove' | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  async function runAction(action: 'pause' | 'remove', operation: () => Promise<unknown>) {
    setErrorMessage(null);
    setPendingAction(action);
    try {
      await operation();
    } catch (error) {
      setErrorMessage(getErrorMessage(error));
    } finally {
      setPendingAction(null);
      setConfirmOpen(false);
    }
  }
  const { isPaused } = props;
  return (
    <EditCard title={t('edit.more')}>
      {isPaused === null ? null : (
        <p className="-mt-3 text-muted">{isPaused ? t('edit.pausedHint') : props.pauseHint}</p>
      )}
      {errorMessage ? <FieldError>{errorMessage}</FieldError> : null}
      <div className="flex flex-wrap gap-3">
        {isPaused === null ? null : (
          <Button
            variant="ghost"
            loading={pendingAction === 'pause'}
            icon={isPaused ? <IconPlayerPlay aria-hidden="true" /> : <IconPlayerPause aria-hidden="true" />}
            onClick={() => void runAction('pause', () => props.onPause(!isPaused))}
          >
            {isPaused ? t('edit.reopen') : t('edit.pause')}
          </Button>
        )}
        {props.children}
        <Button variant="danger" icon={<IconTrash aria-hidden="true" />} onClick={() => setConfirmOpen(true)}>
          {t('edit.remove')}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={props.removeTitle}
        description={props.removeText}
        confirmLabel={t('edit.remove')}
        isDanger
        loading={pendingAction === 'remove'}
        onConfirm={() => void runAction('remove', props.onRemove)}
      />
    </EditCard>
  );
}
