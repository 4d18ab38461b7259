import { notificationChannels } from '@wopack/contract/vocabulary';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { ChoiceTile, ChoiceTiles } from '@wopack/ui/form/choice.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { call } from '../lib/api.ts';
import { useFormat, useRecord, useRights } from '../lib/use-console.ts';
import { ActionDialog, RecordActions } from '../ui/forms-and-actions.tsx';
import { Fact, Facts, ListLink, PageHead, PageState, Panel } from '../ui/panels.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { type AdminUser, UserState, useRoleText } from './users.tsx';

/** An account: what it is, where it is signed in, and what support can do. */
export default function User() {
  const { t } = useTranslation('admin');
  const { id } = useParams();
  const query = useRecord('users', id);
  const { formatDateTime, formatMoney, formatInteger, nameLanguage } = useFormat();
  const formatRoles = useRoleText();
  const hasRight = useRights();
  const [changing, setChanging] = useState<'roles' | 'channel' | 'credit' | null>(null);
  const user = query.data;
  if (!user || query.error) return <PageState query={query} />;
  const params = { id: user.id };
  const isActive = user.state === 'active';
  const action = (
    key: 'endSessions' | 'export' | 'block' | 'unblock' | 'delete',
    right: 'users.support' | 'users.manage',
    run: (reason: string) => Promise<unknown>,
    isDanger = false,
  ) => ({ key, label: t(`users.actions.${key}`), effect: t(`users.effects.${key}`), right, run, isDanger });
  return (
    <div className="grid gap-4">
      <PageHead
        title={user.name || user.email}
        state={<UserState state={user.state} />}
        back={{ to: '/users', label: t('menu.users') }}
        subtitle={`${isolateWords(user.email)} · ${t('shared.number')} ${user.id}`}
        actions={
          <>
            {isActive && hasRight('users.support') ? (
              <Button variant="ghost" size="small" onClick={() => setChanging('channel')}>
                {t('users.actions.channel')}
              </Button>
            ) : null}
            {isActive && hasRight('credit.grant') ? (
              <Button variant="ghost" size="small" onClick={() => setChanging('credit')}>
                {t('grants.give')}
              </Button>
            ) : null}
            {isActive && hasRight('users.manage') ? (
              <Button variant="ghost" size="small" onClick={() => setChanging('roles')}>
                {t('users.actions.roles')}
              </Button>
            ) : null}
            <RecordActions
              about={{ kind: 'user', id: user.id }}
              actions={[
                user.sessions.length > 0 &&
                  action('endSessions', 'users.support', (reason) =>
                    call('endUserSessions', { params, body: { reason } }),
                  ),
                isActive &&
                  action('export', 'users.support', (reason) =>
                    call('requestUserExport', { params, body: { reason } }),
                  ),
                isActive &&
                  action(
                    'block',
                    'users.manage',
                    (reason) => call('blockUser', { params, body: { reason } }),
                    true,
                  ),
                user.state === 'blocked' &&
                  action('unblock', 'users.manage', (reason) =>
                    call('unblockUser', { params, body: { reason } }),
                  ),
                user.state !== 'deleted' &&
                  action(
                    'delete',
                    'users.manage',
                    (reason) => call('deleteAdminUser', { params, body: { reason } }),
                    true,
                  ),
              ]}
            />
          </>
        }
      />
      {changing === 'roles' ? <RolesDialog user={user} onClose={() => setChanging(null)} /> : null}
      {changing === 'credit' ? <GrantDialog user={user} onClose={() => setChanging(null)} /> : null}
      {changing === 'channel' ? <ChannelDialog user={user} onClose={() => setChanging(null)} /> : null}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('users.account')}>
          <Facts>
            <Fact name={t('users.verified')}>{t(user.email_verified ? 'yes' : 'no')}</Fact>
            <Fact name={t('shared.phone')}>{user.phone || '–'}</Fact>
            <Fact name={t('users.city')}>{user.city || '–'}</Fact>
            <Fact name={t('language')}>{nameLanguage(user.language)}</Fact>
            <Fact name={t('users.password')}>{t(user.has_password ? 'yes' : 'no')}</Fact>
            <Fact name={t('users.linked')}>{user.linked_accounts.join(', ') || '–'}</Fact>
            <Fact name={t('shared.role')}>{formatRoles(user)}</Fact>
            <Fact name={t('users.channel')}>{t(`users.channels.${user.channel}`)}</Fact>
            <Fact name={t('shared.since')}>{formatDateTime(user.created_at)}</Fact>
          </Facts>
        </Panel>
        <Panel title={t('users.purchases')}>
          <Facts>
            <Fact name={t('shared.orders')}>
              <ListLink resource="orders" filter={{ user_id: user.id }}>
                {formatInteger(user.orders)}
              </ListLink>
            </Fact>
            <Fact name={t('users.spent')}>{formatMoney(user.spent_cents)}</Fact>
            <Fact name={t('users.credit')}>
              <ListLink resource="grants" filter={{ user_id: user.id }}>
                {formatMoney(user.credit_cents)}
              </ListLink>
            </Fact>
            <Fact name={t('shared.problems')}>{formatInteger(user.problems)}</Fact>
            {user.is_seller ? (
              <Fact name={t('users.roles.seller')}>
                <Link to={`/sellers/${user.id}`} className="link">
                  {t('users.openSeller')}
                </Link>
              </Fact>
            ) : null}
          </Facts>
        </Panel>
        <Panel title={t('shared.sessions')}>
          {user.sessions.length === 0 ? <p className="text-sm text-muted">{t('users.noSessions')}</p> : null}
          <Facts>
            {user.sessions.map((session) => (
              <Fact key={`${session.device_name} ${session.created_at}`} name={session.device_name}>
                {formatDateTime(session.last_used)}
              </Fact>
            ))}
          </Facts>
        </Panel>
      </div>
    </div>
  );
}

interface ChangeDialogProps {
  user: AdminUser;
  onClose: () => void;
}

function RolesDialog({ user, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('admin');
  const [isSeller, setSeller] = useState(user.is_seller);
  const [isPartner, setPartner] = useState(user.is_partner);
  return (
    <ActionDialog
      about={{ kind: 'user', id: user.id, right: 'users.manage' }}
      title={t('users.actions.roles')}
      description={t('users.effects.roles')}
      confirmLabel={t('users.actions.roles')}
      isReasonRead
      fields={['is_seller', 'is_partner']}
      action={(reason) =>
        call('updateUserRoles', {
          params: { id: user.id },
          body: { is_seller: isSeller, is_partner: isPartner, reason },
        })
      }
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => (
        <div>
          <Checkbox
            checked={isSeller}
            error={errorOf('is_seller')}
            onChange={({ target }) => setSeller(target.checked)}
          >
            {t('users.roles.seller')}
          </Checkbox>
          <Checkbox
            checked={isPartner}
            error={errorOf('is_partner')}
            onChange={({ target }) => setPartner(target.checked)}
          >
            {t('users.roles.partner')}
          </Checkbox>
        </div>
      )}
    </ActionDialog>
  );
}

function ChannelDialog({ user, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('admin');
  const [channel, setChannel] = useState(user.channel);
  return (
    <ActionDialog
      about={{ kind: 'user', id: user.id, right: 'users.support' }}
      title={t('users.actions.channel')}
      description={t('users.effects.channel')}
      confirmLabel={t('users.actions.channel')}
      isReasonRead
      fields={['channel']}
      action={(reason) => call('updateUserChannel', { params: { id: user.id }, body: { channel, reason } })}
      done={t('saved')}
      onClose={onClose}
    >
      {(errorOf) => (
        <ChoiceTiles
          legend={t('users.channel')}
          value={channel}
          onChange={setChannel}
          error={errorOf('channel')}
          className="grid-cols-3"
        >
          {notificationChannels.map((value) => (
            <ChoiceTile key={value} value={value} className="min-h-12 py-1.5 text-sm font-semibold">
              {t(`users.channels.${value}`)}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
      )}
    </ActionDialog>
  );
}
