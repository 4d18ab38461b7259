import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import {
  IconArrowUpRight,
  IconBuildingBank,
  IconBuildingStore,
  IconCheck,
  IconClipboardList,
  IconHourglass,
  IconLock,
  IconMapPin,
  IconPlayerPlay,
  IconUser,
  IconUsers,
} from '@wopack/ui/icons';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { type PayoutAccount, useProviderPage, useRefreshPayoutAccount } from './payout-account.api.ts';

interface Props {
  account: PayoutAccount;
  businessId: number | null;
}

/** How far the payee is with the provider, what it still wants until when, and the way to its page. */
export function PayoutAccountPanel({ account, businessId }: Props) {
  useReturn(businessId);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)] lg:gap-5">
      <section className="grid gap-4 rounded-lg bg-surface p-4 sm:p-6">
        <Steps account={account} />
        <Situation account={account} businessId={businessId} />
      </section>
      <AccountFacts account={account} businessId={businessId} />
    </div>
  );
}

/** The provider's page leads back with what to do: ask what became of it, or open the page again by a new link. */
function useReturn(businessId: number | null): void {
  const [params, setParams] = useSearchParams();
  const step = params.get('step');
  const { mutate: refresh } = useRefreshPayoutAccount(businessId);
  const { mutate: open } = useProviderPage(businessId, 'onboarding');
  const isHandled = useRef(false);
  useEffect(() => {
    if (!step || isHandled.current) return;
    isHandled.current = true;
    if (step === 'expired') open(undefined, { onError: showErrorToast });
    else refresh(undefined, { onError: showErrorToast });
    setParams(
      (current) => {
        const rest = new URLSearchParams(current);
        rest.delete('step');
        return rest;
      },
      { replace: true },
    );
  }, [step, open, refresh, setParams]);
}

const useProviderName = (provider: PayoutAccount['provider']): string => {
  const { t } = useTranslation('payoutAccount');
  return t(`providers.${provider}`);
};

/** Each with its day once it is reached; the last one says what is wrong now. */
function Steps({ account }: Pick<Props, 'account'>) {
  const { t } = useTranslation('payoutAccount');
  const format = useFormat();
  const { state, state_since: since } = account;
  const isTrouble = state === 'restricted' || state === 'needs_details';
  const steps = [
    { name: t('steps.started'), at: account.started_at },
    { name: t('steps.inProgress'), at: account.submitted_at },
    { name: t('steps.verified'), at: account.first_verified_at },
  ];
  return (
    <ol aria-label={t('steps.label')} className="flex">
      {steps.map(({ name, at }, index) => (
        <Step key={name} isDone={at !== null} isFirst={index === 0} name={name}>
          {at ? format.formatShortDay(at) : null}
        </Step>
      ))}
      {isTrouble ? (
        <Step isDone={false} isTrouble name={t(state === 'restricted' ? 'steps.restricted' : 'steps.needs')}>
          {since ? t('steps.since', { day: format.formatShortDay(since) }) : null}
        </Step>
      ) : null}
    </ol>
  );
}

interface StepProps {
  name: string;
  isDone: boolean;
  isFirst?: boolean;
  isTrouble?: boolean;
  children: ReactNode;
}

function Step({ name, isDone, isFirst = false, isTrouble = false, children }: StepProps) {
  const { t } = useTranslation('payoutAccount');
  return (
    <li className="relative grid min-w-0 flex-1 content-start justify-items-center gap-1 px-0.5 text-center">
      {isFirst ? null : (
        <span
          aria-hidden="true"
          className={cn(
            'absolute top-3.5 right-1/2 h-0.5 w-full',
            isDone || isTrouble ? 'bg-save' : 'bg-line',
          )}
        />
      )}
      <span
        className={cn(
          'relative z-1 grid size-7 place-items-center rounded-full font-bold [&_svg]:size-4',
          isTrouble ? 'bg-brand text-on-brand' : isDone ? 'bg-save text-surface' : 'bg-quiet text-muted',
        )}
        aria-hidden="true"
      >
        {isTrouble ? '!' : isDone ? <IconCheck /> : null}
      </span>
      <b className="w-full text-xs hyphens-auto wrap-anywhere sm:text-sm">{name}</b>
      <span className="text-xs text-muted">
        {isDone || isTrouble ? null : <span className="sr-only">{t('steps.ahead')}</span>}
        {children}
      </span>
    </li>
  );
}

type Situation =
  | Exclude<PayoutAccount['state'], 'needs_details'>
  | 'unfinished'
  | 'needs_details'
  | 'refused';

function getSituation({ state, submitted_at: submitted, is_refused: isRefused }: PayoutAccount): Situation {
  if (state === 'restricted' && isRefused) return 'refused';
  return state === 'in_progress' && submitted === null ? 'unfinished' : state;
}

const BADGES = {
  not_started: { tone: 'plain', icon: <IconPlayerPlay /> },
  unfinished: { tone: 'info', icon: <IconHourglass /> },
  in_progress: { tone: 'info', icon: <IconHourglass /> },
  needs_details: { tone: 'warn', icon: <IconHourglass /> },
  verified: { tone: 'ok', icon: <IconCheck /> },
  restricted: { tone: 'bad', icon: <IconLock /> },
  refused: { tone: 'bad', icon: <IconLock /> },
} as const;

/** What it means, and what to do. */
function Situation({ account, businessId }: Props) {
  const { t } = useTranslation('payoutAccount');
  const format = useFormat();
  const provider = useProviderName(account.provider);
  const { requirements, deadline, state_since: since } = account;
  const situation = getSituation(account);
  const payee = account.may_sell === null ? 'partner' : 'seller';
  const { tone, icon } = BADGES[situation];
  const values = {
    provider,
    count: requirements.length,
    day: deadline ? format.formatDayOfMonth(deadline) : '',
    time: deadline ? format.formatTime(deadline) : '',
    since: since ? format.formatDayOfMonth(since) : '',
  };
  const isUntil = situation === 'needs_details' && deadline !== null;
  const goesOn = situation === 'needs_details' && (account.may_sell ?? account.first_verified_at !== null);
  return (
    <div className="grid gap-3" role="status">
      <Pill tone={tone} icon={icon} className="justify-self-start">
        {t(`badges.${situation}`)}
      </Pill>
      <div className="grid gap-1.5">
        <h2 className="d2 text-balance wrap-anywhere">
          {situation === 'needs_details'
            ? t(isUntil ? 'needs.titleUntil' : 'needs.title', values)
            : t(`${payee}.${situation}.title`, values)}
        </h2>
        <p className="max-w-[60ch] text-pretty text-muted">
          {situation === 'needs_details'
            ? t(`${payee}.needs.${goesOn ? (isUntil ? 'until' : 'goesOn') : 'before'}`, values)
            : t(`${payee}.${situation}.text`, values)}
        </p>
      </div>
      {requirements.length > 0 && (situation === 'needs_details' || situation === 'restricted') ? (
        <ul className="grid divide-y divide-line border-y border-line">
          {requirements.map((kind) => (
            <Requirement key={kind} kind={kind} deadline={deadline} />
          ))}
        </ul>
      ) : null}
      <Actions situation={situation} businessId={businessId} provider={provider} />
    </div>
  );
}

type Kind = PayoutAccount['requirements'][number];

const KIND_ICONS: Record<Kind, ComponentType<{ className?: string }>> = {
  identity_document: IconUser,
  address_document: IconMapPin,
  company_document: IconBuildingStore,
  personal_details: IconUser,
  personal_address: IconMapPin,
  company_details: IconBuildingStore,
  company_address: IconMapPin,
  company_number: IconBuildingStore,
  people: IconUsers,
  business_details: IconBuildingStore,
  bank_account: IconBuildingBank,
  terms: IconClipboardList,
  other: IconClipboardList,
};

function Requirement({ kind, deadline }: { kind: Kind; deadline: string | null }) {
  const { t } = useTranslation('payoutAccount');
  const format = useFormat();
  const Icon = KIND_ICONS[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3.5">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-danger-soft text-danger"
      >
        <Icon className="size-5" />
      </span>
      <span className="grid min-w-0 flex-1 basis-40">
        <b className="wrap-anywhere">{t(`requirements.${kind}.name`)}</b>
        <span className="text-sm text-pretty text-muted">{t(`requirements.${kind}.hint`)}</span>
      </span>
      {deadline ? (
        <Pill tone="warn" icon={<IconHourglass />}>
          {t('until', { day: format.formatShortDay(deadline) })}
        </Pill>
      ) : null}
    </li>
  );
}

/** Nothing that the provider asks for passes WoPack. */
function Actions({
  situation,
  businessId,
  provider,
}: {
  situation: Situation;
  businessId: number | null;
  provider: string;
}) {
  const { t } = useTranslation('payoutAccount');
  const isDone = situation === 'verified' || situation === 'refused';
  const { mutate: open, isPending } = useProviderPage(businessId, isDone ? 'account' : 'onboarding');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant={
          isDone || situation === 'in_progress' ? 'ghost' : situation === 'restricted' ? 'danger' : 'primary'
        }
        loading={isPending}
        onClick={() => open(undefined, { onError: showErrorToast })}
        className="max-sm:w-full"
      >
        {t(`actions.${situation}`, { provider })}
        <IconArrowUpRight />
      </Button>
      <p className="min-w-0 flex-1 basis-56 text-sm text-pretty text-muted">{t('opens', { provider })}</p>
    </div>
  );
}

/** Where the provider pays to. */
function AccountFacts({ account, businessId }: Props) {
  const { t } = useTranslation('payoutAccount');
  const provider = useProviderName(account.provider);
  const { mutate: open, isPending } = useProviderPage(businessId, 'account');
  const { bank } = account;
  const schedule = useSchedule(account.schedule);
  if (account.submitted_at === null) return null;
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h2">{t('facts.title', { provider })}</h2>
      <dl className="grid gap-2.5">
        <Fact name={t('facts.bank')}>{bank ? `${bank.country} •••• ${bank.last4}` : t('facts.noBank')}</Fact>
        {bank?.holder ? <Fact name={t('facts.holder')}>{bank.holder}</Fact> : null}
        <Fact name={t('facts.pays')}>{schedule}</Fact>
      </dl>
      <p>
        <button
          type="button"
          className="link min-h-11"
          disabled={isPending}
          onClick={() => open(undefined, { onError: showErrorToast })}
        >
          {t('facts.change', { provider })}
        </button>{' '}
        <span className="text-sm text-muted">{t('facts.changeNote')}</span>
      </p>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
  </div>
);

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** In words, as far as the provider's terms have some. */
function useSchedule(schedule: PayoutAccount['schedule']): string {
  const { t } = useTranslation('payoutAccount');
  const weekday = WEEKDAYS.find((day) => day === schedule?.anchor);
  if (schedule?.interval === 'weekly' && weekday) return t(`facts.weekly.${weekday}`);
  if (schedule?.interval === 'daily') return t('facts.daily');
  if (schedule?.interval === 'monthly') return t('facts.monthly', { day: schedule.anchor ?? '' });
  return t('facts.unknown');
}
