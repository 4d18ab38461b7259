import type { EndpointName, endpoints } from '@wopack/contract';
import { ApiError } from '@wopack/contract/client';
import type { OrderState } from '@wopack/contract/vocabulary';
import { cn } from '@wopack/ui/cn.ts';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconChevronLeft } from '@wopack/ui/icons';
import { type ComponentProps, type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ResourceName, resources } from '../lib/resources.ts';
import { useRights } from '../lib/use-console.ts';
import type admin from '../locales/en/admin.json';

interface PageHeadProps {
  title: string;
  /** Beside the title. */
  state?: ReactNode;
  subtitle?: ReactNode;
  /** The list that the page belongs to. */
  back?: { to: string; label: string };
  actions?: ReactNode;
}

/** Title of the document and of the page; only title and key figures are in the display font. */
export function PageHead({ title, state, subtitle, back, actions }: PageHeadProps) {
  return (
    <header className="grid gap-2">
      <title>{`${title} · WoPack`}</title>
      {back ? (
        <Link
          to={back.to}
          className="inline-flex min-h-9 items-center gap-1 justify-self-start text-sm font-semibold text-muted hover:text-text pointer-coarse:min-h-11"
        >
          <IconChevronLeft className="size-4" aria-hidden="true" />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1
              tabIndex={-1}
              className="font-display text-[1.625rem] leading-tight font-bold tracking-[-.02em]"
            >
              {title}
            </h1>
            {state}
          </div>
          {subtitle ? <p className="text-sm text-muted">{subtitle}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: string;
  /** At the end of the title's line. */
  aside?: ReactNode;
}

export function Panel({ title, aside, children, className, ...rest }: PanelProps) {
  const id = useId();
  return (
    <section
      {...rest}
      aria-labelledby={id}
      className={cn(
        'grid content-start gap-4 rounded-md border border-line bg-surface p-4 sm:p-5',
        className,
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-[1.0625rem] leading-6 font-bold">
          {title}
        </h2>
        {aside ? <div className="text-xs text-muted">{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** Names and values. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-2.5 text-sm">{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="ml-auto min-w-0 text-right font-semibold break-words">{children}</dd>
  </div>
);

interface QueryState {
  error: unknown;
  refetch: () => unknown;
}

export function NoPage() {
  const { t } = useTranslation('admin');
  return (
    <div className="grid justify-items-start gap-3">
      <PageHead title={t('noPage.title')} />
      <Link to="/" className="link min-h-11 text-sm">
        {t('noPage.home')}
      </Link>
    </div>
  );
}

/** While a page loads, and when it did not. */
export function PageState({ query }: { query: QueryState }) {
  if (query.error instanceof ApiError && query.error.status === 404) return <NoPage />;
  if (query.error)
    return (
      <div className="rounded-md border border-line p-5">
        <InlineError error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <Loading className="grid gap-3">
      <Skeleton className="h-8 w-1/3" />
      {[...'123456'].map((line) => (
        <Skeleton key={line} className="h-11" />
      ))}
    </Loading>
  );
}

/** As Stripe names them; another word of a provider is shown as it is. */
const DISPUTE_STATUSES = [
  ...(['needs_response', 'under_review', 'won', 'lost'] as const),
  ...(['warning_needs_response', 'warning_under_review', 'warning_closed'] as const),
] as const;
const DISPUTE_REASONS = [
  ...(['fraudulent', 'product_not_received', 'product_unacceptable', 'duplicate'] as const),
  ...(['credit_not_processed', 'unrecognized', 'general'] as const),
] as const;
const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value);

/** Reason and status of a dispute, which a provider names. */
export function useDisputeWords() {
  const { t } = useTranslation('admin');
  return {
    nameReason: (reason: string) =>
      isOneOf(DISPUTE_REASONS, reason) ? t(`disputes.reasons.${reason}`) : reason,
    nameStatus: (status: string) =>
      isOneOf(DISPUTE_STATUSES, status) ? t(`disputes.statuses.${status}`) : status,
  };
}

type Endpoints = typeof endpoints;
type ActionTexts = (typeof admin)['auditActions'];
/** Calls of the console that change something: each has a name in `auditActions`. */
type ChangingCall = {
  [N in EndpointName]: Endpoints[N] extends {
    path: `/api/v1/admin/${string}`;
    method: 'POST';
    auth: 'operator' | 'user';
  }
    ? N
    : never;
}[EndpointName];

/** Names of what the audit log records: changes, looking at lists and records, exports, commands on the server. */
export function useActionNames() {
  const { t } = useTranslation('admin');
  return useMemo(() => {
    const changes: Pick<ActionTexts, ChangingCall> = t('auditActions', { returnObjects: true });
    const names = new Map<string, string>(Object.entries(changes));
    for (const [resource, calls] of Object.entries(resources)) {
      const key = resource as ResourceName;
      const list = t(`menu.${key === 'tax_sellers' ? 'tax' : key}`);
      names.set(calls.list, t('audit.list', { list }));
      names.set(calls.csv, t('audit.export', { list }));
      if ('one' in calls) names.set(calls.one, t('audit.one', { list }));
    }
    return {
      names,
      nameAction: (action: string): string =>
        names.get(action) ??
        (action.startsWith('operator ')
          ? t('audit.command', { command: action.slice('operator '.length) })
          : action),
    };
  }, [t]);
}

const ORDER_TONES: Record<OrderState, ComponentProps<typeof Pill>['tone']> = {
  paid: 'warn',
  collected: 'ok',
  not_collected: 'plain',
  cancelled_by_buyer: 'bad',
  cancelled_by_store: 'bad',
  refunded: 'info',
};

export function OrderStatePill({ state }: { state: OrderState }) {
  const { t } = useTranslation('admin');
  return (
    <Pill tone={ORDER_TONES[state]} className="min-h-6 text-xs">
      {t(`orderStates.${state}`)}
    </Pill>
  );
}

export function OrderLink({ id }: { id: number | null }) {
  const hasRight = useRights();
  if (id === null) return '–';
  return hasRight('orders.view') ? (
    <Link to={`/orders/${id}`} className="link">
      {id}
    </Link>
  ) : (
    id
  );
}
