import { operatorRoles } from '@wopack/contract/vocabulary';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconPlus } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import type { Row } from '../lib/resources.ts';
import { useOperator } from '../lib/use-console.ts';
import { chooseFrom } from '../ui/filter-bar.tsx';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { type Column, useColumns } from '../ui/list-table.tsx';

type Operator = Row<'operators'>;
type Role = Operator['role'];

/** Who may enter the console, with which role. */
export default function Operators() {
  const { t } = useTranslation('admin');
  const { time } = useColumns('operators');
  const [isInviting, setInviting] = useState(false);
  const [managed, setManaged] = useState<Operator | null>(null);
  const columns: Column<'operators'>[] = [
    { key: 'name', head: t('shared.name'), render: (row) => row.name || row.email },
    { key: 'email', head: t('shared.email'), render: (row) => row.email },
    { key: 'totp', head: t('operators.secondFactor'), render: (row) => t(row.has_totp ? 'yes' : 'no') },
    { key: 'sessions', head: t('shared.sessions'), isAmount: true, render: (row) => row.sessions },
    time('seen', t('operators.lastSeen'), (row) => row.last_seen_at),
    time('since', t('shared.since'), (row) => row.created_at, { sort: 'created_at' }),
    { key: 'role', head: t('shared.role'), render: (row) => <Pill>{t(`roles.${row.role}`)}</Pill> },
    {
      key: 'manage',
      head: t('shared.manage'),
      render: (row) => (
        <Button
          variant="ghost"
          size="small"
          aria-label={t('operators.manageOf', { name: row.name || row.email })}
          onClick={() => setManaged(row)}
        >
          {t('shared.manage')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <ListPage
        resource="operators"
        title={t('menu.operators')}
        columns={columns}
        filters={[
          { kind: 'text', name: 'q', label: t('shared.nameOrEmail') },
          chooseFrom('role', t('shared.role'), operatorRoles, (value) => t(`roles.${value}`)),
        ]}
        sort={{ field: 'id', order: 'DESC' }}
        emptyText={t('operators.empty')}
        actions={
          <Button variant="brand" size="small" icon={<IconPlus />} onClick={() => setInviting(true)}>
            {t('operators.invite')}
          </Button>
        }
      />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {managed ? <ManageDialog operator={managed} onClose={() => setManaged(null)} /> : null}
    </>
  );
}

interface RoleSelectProps {
  value: Role;
  onChange: (role: Role) => void;
  error?: string;
}

function RoleSelect({ value, onChange, error }: RoleSelectProps) {
  const { t } = useTranslation('admin');
  return (
    <Select
      label={t('shared.role')}
      hint={t(`roleHints.${value}`)}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value as Role)}
    >
      {operatorRoles.map((role) => (
        <option key={role} value={role}>
          {t(`roles.${role}`)}
        </option>
      ))}
    </Select>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  return (
    <ActionDialog
      about={null}
      title={t('operators.invite')}
      description={t('operators.inviteText')}
      confirmLabel={t('operators.inviteConfirm')}
      reasonHint={t('shared.reasonHint')}
      fields={['email', 'role']}
      action={(reason) => call('inviteOperator', { body: { email: email.trim(), role, reason } })}
      done={t('operators.invited')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label={t('shared.email')}
            type="email"
            required
            autoComplete="off"
            value={email}
            error={errorOf('email')}
            onChange={({ target }) => setEmail(target.value)}
          />
          <RoleSelect value={role} onChange={setRole} error={errorOf('role')} />
        </>
      )}
    </ActionDialog>
  );
}

const ACTIONS = ['role', 'endSessions', 'resetTotp', 'remove'] as const;
type Action = (typeof ACTIONS)[number];

function ManageDialog({ operator, onClose }: { operator: Operator; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const ownId = useOperator()?.id;
  const [action, setAction] = useState<Action>('role');
  const [role, setRole] = useState<Role>(operator.role);
  const run = async (reason: string): Promise<unknown> => {
    const params = { id: operator.id };
    if (action === 'role') return call('updateOperatorRole', { params, body: { role, reason } });
    if (action === 'endSessions') return call('endOperatorSessions', { params, body: { reason } });
    if (action === 'resetTotp') return call('resetOperatorTotp', { params, body: { reason } });
    return call('removeOperator', { params, body: { reason } });
  };
  return (
    <ActionDialog
      about={null}
      title={operator.name || operator.email}
      description={operator.id === ownId ? t('operators.yourself') : operator.email}
      confirmLabel={t(`operators.actions.${action}`)}
      isDanger={action === 'remove'}
      reasonHint={t('shared.reasonHint')}
      fields={['role']}
      action={run}
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <ChoiceTiles
            legend={t('operators.what')}
            value={action}
            onChange={setAction}
            className="grid-cols-1 sm:grid-cols-2"
          >
            {ACTIONS.map((value) => (
              <ChoiceTile key={value} value={value} className="min-h-12 py-1.5 text-sm font-semibold">
                {t(`operators.actions.${value}`)}
              </ChoiceTile>
            ))}
          </ChoiceTiles>
          {action === 'role' ? (
            <RoleSelect value={role} onChange={setRole} error={errorOf('role')} />
          ) : (
            <p className="text-sm text-muted">{t(`operators.effects.${action}`)}</p>
          )}
        </>
      )}
    </ActionDialog>
  );
}
