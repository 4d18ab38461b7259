import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconCheck, IconClock, IconRefresh, IconX } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../lib/api.ts';
import { resources } from '../lib/resources.ts';
import { useAction, useFormat, useRights } from '../lib/use-console.ts';
import { DownloadButton } from '../ui/forms-and-actions.tsx';
import { PageHead, PageState } from '../ui/panels.tsx';

type LaunchList = Reply<'getLaunchList'>['data'];
type Group = LaunchList['groups'][number];
type Check = Group['checks'][number];

const launchQuery = queryOptions({
  queryKey: ['launch'],
  queryFn: async ({ signal }) => (await call('getLaunchList', { signal })).data,
});

/** What an operator must be able to show before the town opens: what is there, what can wait, what is missing. */
export default function Launch() {
  const { t } = useTranslation('admin');
  const { formatDateTime } = useFormat();
  const hasRight = useRights();
  const query = useQuery(launchQuery);
  const check = useAction(() => call('checkLaunch'), { done: t('launch.done') });
  const list = query.data;
  if (!list) return <PageState query={query} />;
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('menu.launch')}
        subtitle={
          list.checked_at
            ? t('launch.checked', { name: list.operator_name, at: formatDateTime(list.checked_at) })
            : t('launch.notChecked')
        }
        actions={
          <>
            {list.checked_at ? (
              <DownloadButton
                label={t('launch.pdf')}
                file={`launch-${list.checked_at.slice(0, 10)}.pdf`}
                type="application/pdf"
                load={() => call('exportLaunchPdf')}
              />
            ) : null}
            {hasRight('launch.check') ? (
              <Button
                variant="brand"
                size="small"
                icon={<IconRefresh />}
                loading={check.isRunning}
                onClick={() => check.run(undefined)}
              >
                {t(list.checked_at ? 'launch.again' : 'launch.first')}
              </Button>
            ) : null}
          </>
        }
      />
      {list.checked_at ? (
        <>
          <Outcome list={list} />
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <div className="grid gap-4">{list.groups.slice(0, 2).map(showGroup)}</div>
            <div className="grid gap-4">{list.groups.slice(2).map(showGroup)}</div>
          </div>
        </>
      ) : (
        <p className="rounded-md border border-line bg-surface p-5">{t('launch.firstText')}</p>
      )}
    </div>
  );
}

const showGroup = (group: Group) => <CheckGroup key={group.id} group={group} />;

function Outcome({ list }: { list: LaunchList }) {
  const { t } = useTranslation('admin');
  const all = list.ok + list.later + list.missing;
  const parts = [
    ['bg-save', list.ok],
    ['bg-brand', list.later],
    ['bg-danger', list.missing],
  ] as const;
  return (
    <section
      aria-label={t('launch.outcome')}
      className="grid items-center gap-x-6 gap-y-3 rounded-md border border-line bg-surface p-4 sm:p-5 lg:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <p className="font-display text-[2.5rem] leading-none font-bold tracking-[-.04em] whitespace-nowrap">
        {t('launch.of', { number: list.ok, all })}
      </p>
      <div className="grid gap-1">
        <p className="text-base font-bold">{list.summary}</p>
        <p className="text-muted">{list.advice}</p>
        <div aria-hidden="true" className="mt-2 flex h-3 gap-px overflow-hidden rounded-full">
          {parts.map(([color, count]) =>
            count > 0 ? <span key={color} className={color} style={{ flexGrow: count }} /> : null,
          )}
        </div>
      </div>
      <p className="grid gap-1 text-xs text-muted lg:justify-items-end">
        {t('launch.command')}
        <code className="rounded-xs bg-quiet px-1.5 py-0.5 text-text">npm run operator -- check-launch</code>
      </p>
    </section>
  );
}

const CheckGroup = ({ group }: { group: Group }) => {
  const { t } = useTranslation('admin');
  return (
    <section
      aria-labelledby={`launch-${group.id}`}
      className="overflow-hidden rounded-md border border-line bg-surface"
    >
      <div className="flex items-baseline justify-between gap-4 px-4 py-3 sm:px-5">
        <h2 id={`launch-${group.id}`} className="text-base font-bold">
          {group.title}
        </h2>
        <p className="text-xs text-muted">{t('launch.of', { number: group.ok, all: group.checks.length })}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {group.checks.map((check) => (
          <CheckRow key={check.id} check={check} />
        ))}
      </ul>
    </section>
  );
};

const STATES = {
  ok: { icon: IconCheck, className: 'bg-save-soft text-save' },
  later: { icon: IconClock, className: 'bg-brand-soft text-text' },
  missing: { icon: IconX, className: 'bg-danger text-page' },
} as const;

function CheckRow({ check: { state, title, reason, link } }: { check: Check }) {
  const { t } = useTranslation('admin');
  const { icon: Icon, className } = STATES[state];
  return (
    <li
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-5',
        state === 'missing' && 'bg-danger-soft',
      )}
    >
      <span className={cn('grid size-6 place-items-center rounded-full', className)}>
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <h3 className="font-semibold">
          {title}
          <span className="sr-only">: {t(`launch.states.${state}`)}</span>
        </h3>
        <p className={cn('text-[.8125rem] wrap-break-word', state !== 'missing' && 'text-muted')}>{reason}</p>
      </div>
      {link ? <CheckLink link={link} title={title} /> : null}
    </li>
  );
}

const linkClass = 'link inline-flex min-h-9 items-center font-semibold pointer-coarse:min-h-11';

/** A page of the console for those who may open it, a public page, or the name of a setting. */
function CheckLink({
  link: { kind, target, label },
  title,
}: {
  link: NonNullable<Check['link']>;
  title: string;
}) {
  const hasRight = useRights();
  const place = (content: ReactNode) => <p className="max-sm:col-start-2 sm:text-right">{content}</p>;
  if (kind === 'setting')
    return place(
      <code className="rounded-xs bg-quiet px-1.5 py-0.5 text-xs wrap-anywhere text-text">{target}</code>,
    );
  const name = (
    <>
      {label} <span className="sr-only">{title}</span>
    </>
  );
  if (kind === 'page')
    return place(
      <a href={target} target="_blank" rel="noopener" className={linkClass}>
        {name}
      </a>,
    );
  const resource = Object.entries(resources).find(([path]) => target === `/${path}`)?.[1];
  if (resource && !hasRight(resource.right)) return null;
  return place(
    <Link to={target} className={linkClass}>
      {name}
    </Link>,
  );
}
