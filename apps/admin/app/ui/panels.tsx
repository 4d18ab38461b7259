import { ApiError } from '@wopack/contract/client';
import { cn } from '@wopack/ui/cn.ts';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconChevronLeft } from '@wopack/ui/icons';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getListPath, type ResourceName, resources } from '../lib/resources.ts';
import { useFormat, useRights } from '../lib/use-console.ts';

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
          <IconChevronLeft className="size-4" />
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

/** Words of users, as they wrote them. */
export const Quote = ({ lang, children }: { lang?: string; children: ReactNode }) => (
  <blockquote lang={lang} className="border-l-3 border-line-strong pl-3 break-words whitespace-pre-line">
    {children}
  </blockquote>
);

interface CaseDecisionProps {
  title?: string;
  decided: { at: string; operator_name: string; reason: string } | null;
}

/** Who decided on a case, when, and why; nothing while it is open. */
export function CaseDecision({ title, decided }: CaseDecisionProps) {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  if (!decided) return null;
  return (
    <Panel title={title ?? t('case.decided')}>
      <Facts>
        <Fact name={t('objections.decidedBy')}>{decided.operator_name || '–'}</Fact>
        <Fact name={t('shared.at')}>{formatDateTime(decided.at)}</Fact>
      </Facts>
      <Quote>{decided.reason}</Quote>
    </Panel>
  );
}

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
        <InlineError query={query} />
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

/** Leads to the order, if the operator may open it. */
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

/** Leads to the account, if the operator may open it. */
export function UserLink({ user }: { user: { id: number; name: string } }) {
  const hasRight = useRights();
  const name = user.name || user.id;
  return hasRight('users.view') ? (
    <Link to={`/users/${user.id}`} className="link">
      {name}
    </Link>
  ) : (
    name
  );
}

/** Leads to the sale place, if the operator may open it. */
export function SalePlaceLink({ place }: { place: { id: number; name: string } }) {
  const hasRight = useRights();
  const name = place.name || place.id;
  return hasRight('catalogue.view') ? (
    <Link to={`/sale_places/${place.id}`} className="link">
      {name}
    </Link>
  ) : (
    name
  );
}

interface ListLinkProps {
  resource: ResourceName;
  filter: Record<string, string | number>;
  children: ReactNode;
}

/** What a list has, such as a number of rows; leads to the list, if the operator may open it. */
export function ListLink({ resource, filter, children }: ListLinkProps) {
  const hasRight = useRights();
  return hasRight(resources[resource].right) ? (
    <Link to={getListPath(resource, filter)} className="link">
      {children}
    </Link>
  ) : (
    children
  );
}
