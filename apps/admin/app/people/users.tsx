import type { Reply } from '@wopack/contract/client';
import { userRoles, userStates } from '@wopack/contract/vocabulary';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { useTranslation } from 'react-i18next';
import type { Row } from '../lib/resources.ts';
import { chooseFrom, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useColumns } from '../ui/list-table.tsx';

export type AdminUser = Reply<'getAdminUser'>['data'];

const STATE_TONES = { active: 'ok', blocked: 'bad', deleted: 'plain' } as const;

export function UserState({ state }: { state: AdminUser['state'] }) {
  const { t } = useTranslation('admin');
  return <Pill tone={STATE_TONES[state]}>{t(`users.states.${state}`)}</Pill>;
}

/** Every user buys; the word stands where there is no other role. */
export function useRoleText() {
  const { t } = useTranslation('admin');
  return ({ is_seller, is_partner }: Pick<Row<'users'>, 'is_seller' | 'is_partner'>) =>
    [is_seller && t('users.roles.seller'), is_partner && t('users.roles.partner')]
      .filter(Boolean)
      .join(', ') || t('users.roles.buyer');
}

export default function Users() {
  const { t } = useTranslation('admin');
  const { time, linkedNumber } = useColumns('users');
  const period = usePeriodFilters();
  const formatRoles = useRoleText();
  return (
    <ListPage
      resource="users"
      title={t('menu.users')}
      columns={[
        linkedNumber(),
        { key: 'name', head: t('shared.name'), render: (row) => row.name || '–' },
        { key: 'email', head: t('shared.email'), render: (row) => row.email },
        { key: 'roles', head: t('shared.role'), render: formatRoles },
        time('created_at', t('shared.since'), (row) => row.created_at, { sort: 'created_at' }),
        {
          key: 'state',
          isState: true,
          head: t('shared.state'),
          render: (row) => <UserState state={row.state} />,
        },
      ]}
      filters={[
        ...period,
        { kind: 'text', name: 'q', label: t('shared.nameOrEmail') },
        chooseFrom('role', t('shared.role'), userRoles, (value) => t(`users.roles.${value}`)),
        chooseFrom('state', t('shared.state'), userStates, (value) => t(`users.states.${value}`)),
      ]}
      sort={{ field: 'created_at', order: 'DESC' }}
      emptyText={t('users.empty')}
    />
  );
}
