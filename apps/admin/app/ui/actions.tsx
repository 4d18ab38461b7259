import type { OperatorRight } from '@wopack/contract';
import { Button } from '@wopack/ui/button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRights } from '../lib/use-console.ts';
import { ActionDialog } from './forms.tsx';

export interface RecordAction {
  key: string;
  /** The verb. */
  label: string;
  /** What it causes. */
  effect: string;
  right: OperatorRight;
  isDanger?: boolean;
  /** Who reads the reason; by default the person concerned. */
  reasonHint?: string;
  run: (reason: string) => Promise<unknown>;
}

/** The buttons of a record, as far as the operator may use them; each asks for a reason. */
export function RecordActions({ actions }: { actions: readonly (RecordAction | false)[] }) {
  const { t } = useTranslation('admin');
  const hasRight = useRights();
  const [open, setOpen] = useState<RecordAction | null>(null);
  const allowed = actions.filter((action) => action !== false).filter((action) => hasRight(action.right));
  return (
    <>
      {allowed.map((action) => (
        <Button
          key={action.key}
          variant={action.isDanger ? 'danger' : 'ghost'}
          size="small"
          onClick={() => setOpen(action)}
        >
          {action.label}
        </Button>
      ))}
      {open ? (
        <ActionDialog
          title={open.label}
          description={open.effect}
          confirmLabel={open.label}
          isDanger={open.isDanger}
          reasonHint={open.reasonHint ?? t('reason.hint')}
          action={open.run}
          done={t('saved')}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
