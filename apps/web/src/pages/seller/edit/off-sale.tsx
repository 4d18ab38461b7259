import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../lib/problems.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FieldError } from '../../../ui/field-frame.tsx';
import { EditCard } from './edit-frame.tsx';

interface Props {
  /** Null: there is nothing to pause yet. */
  paused: boolean | null;
  /** What pausing means for it. */
  pauseHint: string;
  onPause: (paused: boolean) => Promise<unknown>;
  removeTitle: string;
  removeText: string;
  onRemove: () => Promise<unknown>;
  /** More to do with it. */
  children?: ReactNode;
}

/** Off sale for a while, or for good; refused removals say why. */
export function OffSale(props: Props) {
  const { t } = useTranslation('seller');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<'pause' | 'remove' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function run(what: 'pause' | 'remove', work: () => Promise<unknown>) {
    setProblem(null);
    setBusy(what);
    try {
      await work();
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(null);
      setAsking(false);
    }
  }
  const { paused } = props;
  return (
    <EditCard title={t('edit.more')}>
      {paused === null ? null : (
        <p className="-mt-3 text-2">{paused ? t('edit.pausedHint') : props.pauseHint}</p>
      )}
      {problem ? <FieldError>{problem}</FieldError> : null}
      <div className="flex flex-wrap gap-3">
        {paused === null ? null : (
          <Button
            look="ghost"
            loading={busy === 'pause'}
            icon={paused ? <IconPlayerPlay aria-hidden="true" /> : <IconPlayerPause aria-hidden="true" />}
            onClick={() => void run('pause', () => props.onPause(!paused))}
          >
            {paused ? t('edit.reopen') : t('edit.pause')}
          </Button>
        )}
        {props.children}
        <Button look="danger" icon={<IconTrash aria-hidden="true" />} onClick={() => setAsking(true)}>
          {t('edit.remove')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={props.removeTitle}
        description={props.removeText}
        confirm={t('edit.remove')}
        danger
        loading={busy === 'remove'}
        onConfirm={() => void run('remove', props.onRemove)}
      />
    </EditCard>
  );
}
