import { memberRoles } from '@wopack/contract/vocabulary';
import { getLocale, isolateWords } from '@wopack/domain';
import { Button, IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Select } from '@wopack/ui/form/select.tsx';
import { IconDots, IconInfoCircle, IconLock, IconMail } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import {
  type Invitation,
  type Member,
  type Proof,
  type Team,
  useRepeatInvitation,
  useWithdrawInvitation,
} from './businesses.api.ts';
import { MemberSheet } from './member-sheet.tsx';
import { ProofForm, type Reauthentication } from './proof-form.tsx';
import type { NamedSalePlace } from './scope-fields.tsx';

interface Props {
  team: Team;
  salePlaces: readonly NamedSalePlace[];
  reauthentication: Reauthentication;
}

/** One line a person from 992 px, a card below. */
const ROW_CLASS =
  'grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-6 lg:grid-cols-[40px_minmax(0,1fr)_148px_minmax(0,96px)_minmax(0,104px)_44px]';

/** Members with role, sale places and a sheet for changes; then open invitations. */
export function TeamList({ team, salePlaces, reauthentication }: Props) {
  const { t } = useTranslation('members');
  const [changed, setChanged] = useState<{ member: Member; role: Member['role'] } | null>(null);
  const [repeated, setRepeated] = useState<Invitation | null>(null);
  const { members, invitations } = team;
  const hasOneOwner = members.filter(({ role }) => role === 'owner').length === 1;
  return (
    <div className="grid gap-3.5">
      <section aria-label={t('list')} className="overflow-hidden rounded-lg bg-surface pt-1">
        <div
          aria-hidden="true"
          className={cn(
            ROW_CLASS,
            'max-lg:hidden border-b border-line text-[.8125rem] font-semibold text-muted',
          )}
        >
          <span className="col-span-2">{t('person')}</span>
          <span>{t('role')}</span>
          <span>{t('places')}</span>
          <span>{t('lastSeen')}</span>
        </div>
        <ul className="divide-y divide-line">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isFixed={member.role === 'owner' && hasOneOwner}
              onChange={(role) => setChanged({ member, role })}
            />
          ))}
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              onRepeat={() => setRepeated(invitation)}
            />
          ))}
        </ul>
      </section>
      <p className="flex gap-2.5 px-2 text-sm text-pretty text-muted">
        <IconInfoCircle className="size-5 shrink-0" />
        <span>
          {members.length === 1 && invitations.length === 0 ? t('alone') : t('acts')}{' '}
          {hasOneOwner && members.length > 1 ? t('lastOwner') : null}
        </span>
      </p>
      {changed ? (
        <MemberSheet
          {...changed}
          salePlaces={salePlaces}
          reauthentication={reauthentication}
          onClose={() => setChanged(null)}
        />
      ) : null}
      {repeated ? (
        <RepeatSheet
          invitation={repeated}
          reauthentication={reauthentication}
          onClose={() => setRepeated(null)}
        />
      ) : null}
    </div>
  );
}

const Disc = ({ children, isOutlined = false }: { children: React.ReactNode; isOutlined?: boolean }) => (
  <span
    aria-hidden="true"
    className={cn(
      'grid size-10 place-items-center rounded-full font-bold [&_svg]:size-5',
      isOutlined ? 'inset-ring-[1.5px] inset-ring-line-strong' : 'bg-brand-soft',
    )}
  >
    {children}
  </span>
);

/** Without the weekday: it was long ago. */
function useFormatDate() {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(getLocale(i18n.language), { day: 'numeric', month: 'short' });
  return (instant: string) => format.format(new Date(instant));
}

function useFormatPlaces() {
  const { t } = useTranslation('members');
  return (places: Member['sale_places']) =>
    places === null ? t('all') : places.map(({ name }) => isolateWords(name)).join(', ') || t('noPlaces');
}

interface MemberRowProps {
  member: Member;
  /** The only owner: nothing to change. */
  isFixed: boolean;
  onChange: (role: Member['role']) => void;
}

function MemberRow({ member, isFixed, onChange }: MemberRowProps) {
  const { t } = useTranslation('members');
  const formatDate = useFormatDate();
  const formatPlaces = useFormatPlaces();
  const { formatRecent } = useFormat();
  const { name, email, role, sale_places: salePlaces, joined_at: joinedAt, is_me: isMe } = member;
  const lastVisit = isMe ? t('now') : member.last_seen_at && formatRecent(member.last_seen_at);
  const shownName = name || email;
  return (
    <li className={ROW_CLASS}>
      <Disc>{shownName.charAt(0).toUpperCase()}</Disc>
      <span className="min-w-0 leading-5">
        <b className="block wrap-anywhere">{isMe ? t('you', { name: shownName }) : shownName}</b>
        <span className="block text-[.8125rem] wrap-anywhere text-muted">{email}</span>
      </span>
      <span className="max-lg:order-1 max-lg:col-span-2 max-lg:col-start-2">
        {isFixed ? (
          <span className="inline-flex min-h-11 items-center gap-2 rounded-sm bg-quiet px-3.5 font-semibold">
            <IconLock className="size-4.5 shrink-0" />
            {t(`roles.${role}`)}
          </span>
        ) : (
          <Select
            label={t('roleOf', { name: shownName })}
            hideLabel
            value={role}
            onChange={({ target }) => onChange(target.value as Member['role'])}
            className="max-lg:max-w-56"
          >
            {memberRoles.map((value) => (
              <option key={value} value={value}>
                {t(`roles.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </span>
      <span className="text-sm max-lg:order-2 max-lg:col-span-2 max-lg:col-start-2">
        <span className="text-muted lg:sr-only">{t('places')}: </span>
        {formatPlaces(salePlaces)}
        <span className="text-muted lg:hidden">
          {' · '}
          {lastVisit ? t('seen', { when: lastVisit }) : t('neverSeen')}
          {' · '}
          {t('since', { when: formatDate(joinedAt) })}
        </span>
      </span>
      <span className="text-sm leading-5 text-muted max-lg:hidden">
        {lastVisit ?? t('neverSeen')}
        <span className="block text-[.8125rem]">{t('since', { when: formatDate(joinedAt) })}</span>
      </span>
      {isFixed ? null : (
        <IconButton variant="plain" label={t('change', { name: shownName })} onClick={() => onChange(role)}>
          <IconDots />
        </IconButton>
      )}
    </li>
  );
}

function InvitationRow({ invitation, onRepeat }: { invitation: Invitation; onRepeat: () => void }) {
  const { t } = useTranslation('members');
  const { formatDayTime } = useFormat();
  const formatPlaces = useFormatPlaces();
  const withdrawInvitation = useWithdrawInvitation();
  const { id, email, role, sale_places: salePlaces } = invitation;
  const isOver = Date.parse(invitation.expires_at) <= serverNow();
  return (
    <li className="bg-brand-soft pb-4">
      <div className={cn(ROW_CLASS, 'pb-2')}>
        <Disc isOutlined>
          <IconMail />
        </Disc>
        <span className="min-w-0 leading-5 max-lg:col-span-2">
          <b className="block wrap-anywhere">{email}</b>
          <span className="block text-[.8125rem] wrap-anywhere">
            {t('invited', { inviter: invitation.invited_by, when: formatDayTime(invitation.sent_at) })}
          </span>
        </span>
        <span className="font-semibold max-lg:col-span-2 max-lg:col-start-2">{t(`roles.${role}`)}</span>
        <span className="text-sm max-lg:col-span-2 max-lg:col-start-2">
          <span className="lg:sr-only">{t('places')}: </span>
          {formatPlaces(salePlaces)}
        </span>
        <span className="text-sm max-lg:col-span-2 max-lg:col-start-2 lg:col-span-2">
          {t(isOver ? 'over' : 'until', { when: formatDayTime(invitation.expires_at) })}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2.5 px-4 sm:px-6 sm:pl-[76px]">
        <Button size="small" aria-label={t('repeatTo', { email })} onClick={onRepeat}>
          {t('repeat')}
        </Button>
        <Button
          variant="ghost"
          size="small"
          loading={withdrawInvitation.isPending}
          aria-label={t('withdrawOf', { email })}
          onClick={() =>
            withdrawInvitation.mutate(id, {
              onSuccess: () => showToast(t('withdrawn', { email })),
              onError: showErrorToast,
            })
          }
        >
          {t('withdraw')}
        </Button>
        <span className="text-sm text-pretty">{t(isOver ? 'overText' : 'endsAlone')}</span>
      </div>
    </li>
  );
}

interface RepeatSheetProps {
  invitation: Invitation;
  reauthentication: Reauthentication;
  onClose: () => void;
}

/** The password or a code, as for the first mail. */
function RepeatSheet({
  invitation: { id, email, role, ...invitation },
  reauthentication,
  onClose,
}: RepeatSheetProps) {
  const { t } = useTranslation(['members', 'membership']);
  const formatPlaces = useFormatPlaces();
  const repeatInvitation = useRepeatInvitation();
  const repeat = async (proof: Proof) => {
    await repeatInvitation.mutateAsync({ id, ...proof });
    showToast(t('repeated', { email }));
    onClose();
  };
  const places = invitation.sale_places === null ? t('membership:all') : formatPlaces(invitation.sale_places);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('confirmTitle')}
      description={t('inviteText', { email, role: t(`roles.${role}`), places })}
    >
      <ProofForm reauthentication={reauthentication} submitLabel={t('repeat')} onSubmit={repeat} />
    </Sheet>
  );
}
