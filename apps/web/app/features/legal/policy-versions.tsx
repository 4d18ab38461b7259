import { findLegalTextVersion, getLocale } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Policy, paths } from '../../lib/paths.ts';
import { useLegalText } from './legal-texts.api.ts';

/** The day on which a version begins to hold, on the reader's calendar. */
export function useDayFormat() {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(getLocale(i18n.language), { dateStyle: 'long' });
  return (instant: string) => format.format(new Date(instant));
}

/** Every version with its address and the day from which it holds, the newest first. */
export function PolicyVersions({ policy }: { policy: Policy }) {
  const { t } = useTranslation('legal');
  const formatDay = useDayFormat();
  const { data, isError } = useLegalText(policy);
  if (isError) return <p className="mt-8 text-sm text-hint print:hidden">{t('failed')}</p>;
  if (!data) return null;
  const { planned, version, holds_from: holdsFrom, earlier } = data;
  const rows = [
    ...(planned
      ? [{ version: planned.version, since: t('ahead', { date: formatDay(planned.holds_from) }) }]
      : []),
    { version, since: t('inForce', { date: formatDay(holdsFrom) }) },
    ...earlier.map((row) => ({
      version: row.version,
      since: t('held', { date: formatDay(row.holds_from) }),
    })),
  ];
  return (
    <section className="mt-8 print:hidden">
      <h2 className="h3">{t('versions')}</h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {rows
          // Texts of before the list of versions are no longer there.
          .filter((row) => findLegalTextVersion(policy, row.version))
          .map((row) => (
            <li key={row.version} className="flex flex-wrap items-center gap-x-3">
              <Link
                to={
                  row.version === version ? paths.policies[policy] : paths.policyVersion(policy, row.version)
                }
                className="link inline-flex min-h-11 items-center tabular-nums"
              >
                {row.version}
              </Link>
              <span className="text-muted">{row.since}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** On the page of a version: whether it holds, and the way to the one that does. */
export function VersionNotice({ policy, version }: { policy: Policy; version: string }) {
  const { t } = useTranslation('legal');
  const formatDay = useDayFormat();
  const { data } = useLegalText(policy);
  if (!data || data.version === version) return null;
  const isPlanned = data.planned?.version === version;
  return (
    <div role="note" className="mt-4 rounded-md bg-info-soft p-4 text-sm">
      <p className="font-semibold">
        {isPlanned ? t('plannedTitle', { date: formatDay(data.planned!.holds_from) }) : t('pastTitle')}
      </p>
      {isPlanned ? <p className="mt-1 text-pretty">{data.planned!.changes}</p> : null}
      <Link to={paths.policies[policy]} className="link mt-1 inline-flex min-h-11 items-center">
        {t('toCurrent')}
      </Link>
    </div>
  );
}
