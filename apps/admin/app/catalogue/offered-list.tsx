import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { IconPlus } from '@wopack/ui/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../lib/resources.ts';
import { useRights } from '../lib/use-console.ts';
import { chooseFrom, type FilterDeclaration } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/list-table.tsx';

type OfferedResource = 'price_tiers' | 'product_types';

interface Props<R extends OfferedResource> {
  resource: R;
  title: string;
  addLabel: string;
  emptyText: string;
  /** Beside those for the state and the actions. */
  columns: readonly Column<R>[];
  filters?: readonly FilterDeclaration[];
  nameRow: (row: Row<R>) => string;
  /** Adds a row, or changes the given one. */
  renderDialog: (row: Row<R> | null, onClose: () => void) => ReactNode;
  retire: (id: number, reason: string) => Promise<unknown>;
  restore: (id: number, reason: string) => Promise<unknown>;
}

/** What sellers choose from: added and changed, retired and restored, never deleted. */
export function OfferedList<R extends OfferedResource>({
  columns,
  filters = [],
  addLabel,
  nameRow,
  renderDialog,
  retire,
  restore,
  ...list
}: Props<R>) {
  const { t } = useTranslation('admin');
  const canManage = useRights()('prices.manage');
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Row<R> | null>(null);
  const [retired, setRetired] = useState<Row<R> | null>(null);
  const stopEditing = () => {
    setAdding(false);
    setChanged(null);
  };
  const actions: Column<R> = {
    key: 'actions',
    head: t('shared.manage'),
    render: (row) => (
      <RowButtons
        name={nameRow(row)}
        isRetired={row.retired_at !== null}
        onChange={() => setChanged(row)}
        onRetire={() => setRetired(row)}
      />
    ),
  };
  const state: Column<R> = {
    key: 'state',
    isState: true,
    head: t('shared.state'),
    render: ({ retired_at }) => (
      <Pill tone={retired_at ? 'plain' : 'ok'}>{t(retired_at ? 'offered.retired' : 'offered.offered')}</Pill>
    ),
  };
  const stateFilter: FilterDeclaration = chooseFrom(
    'state',
    t('shared.state'),
    ['offered', 'retired'],
    (value) => t(`offered.${value}`),
  );
  return (
    <>
      <ListPage
        {...list}
        columns={[...columns, ...(canManage ? [actions] : []), state]}
        filters={[...filters, stateFilter]}
        sort={{ field: 'id', order: 'ASC' }}
        actions={
          canManage ? (
            <Button variant="brand" size="small" icon={<IconPlus />} onClick={() => setAdding(true)}>
              {addLabel}
            </Button>
          ) : null
        }
      />
      {isAdding || changed ? renderDialog(changed, stopEditing) : null}
      {retired ? (
        <RetireDialog
          name={nameRow(retired)}
          isRetired={retired.retired_at !== null}
          action={(reason) => (retired.retired_at ? restore : retire)(retired.id, reason)}
          onClose={() => setRetired(null)}
        />
      ) : null}
    </>
  );
}

interface RowButtonsProps {
  name: string;
  isRetired: boolean;
  onChange: () => void;
  onRetire: () => void;
}

function RowButtons({ name, isRetired, onChange, onRetire }: RowButtonsProps) {
  const { t } = useTranslation('admin');
  const retireLabel = t(isRetired ? 'offered.restore' : 'offered.retire');
  return (
    <span className="inline-flex gap-2">
      <Button
        variant="ghost"
        size="small"
        aria-label={t('offered.actionOf', { action: t('offered.change'), name })}
        onClick={onChange}
      >
        {t('offered.change')}
      </Button>
      <Button
        variant="ghost"
        size="small"
        aria-label={t('offered.actionOf', { action: retireLabel, name })}
        onClick={onRetire}
      >
        {retireLabel}
      </Button>
    </span>
  );
}

interface RetireDialogProps {
  name: string;
  isRetired: boolean;
  action: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

function RetireDialog({ name, isRetired, action, onClose }: RetireDialogProps) {
  const { t } = useTranslation('admin');
  const verb = t(isRetired ? 'offered.restore' : 'offered.retire');
  return (
    <ActionDialog
      about={null}
      title={t('offered.actionOf', { action: verb, name })}
      description={t(isRetired ? 'offered.restoreText' : 'offered.retireText')}
      confirmLabel={verb}
      reasonHint={t('shared.reasonHint')}
      action={action}
      done={t('saved')}
      onClose={onClose}
    />
  );
}
