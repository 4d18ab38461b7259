import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { getLocale } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { statementsQuery } from './ledger.api.ts';

/** 'November 2026' */
export const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(getLocale(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

export function StatementList() {
  const { t, i18n } = useTranslation('money');
  const format = useFormat();
  const list = useInfiniteQuery(statementsQuery);
  if (list.isPending) {
    return (
      <Loading className="grid gap-3">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-16 rounded-md" />
        ))}
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <ErrorState
        error={list.error}
        reassurance={t('safe')}
        isRetrying={list.isRefetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const statements = list.data.pages.flatMap((page) => page.data);
  if (statements.length === 0)
    return <EmptyState title={t('noStatements')}>{t('noStatementsText')}</EmptyState>;
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {statements.map(
          ({ id, number, month, role, closing_cents: closingCents, corrected_by: correctedBy }) => (
            <li
              key={id}
              className="relative flex items-baseline justify-between gap-4 border-b border-line py-3"
            >
              <span className="grid min-w-0">
                <Link to={paths.statement(id)} className="font-semibold after:absolute after:inset-0">
                  {formatMonth(month, i18n.language)}
                </Link>
                <span className="text-sm break-words text-muted">
                  {[t(`roles.${role}`), number, correctedBy && t('correctedBy', { number: correctedBy })]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <b className="whitespace-nowrap">{format.formatMoney(closingCents)}</b>
            </li>
          ),
        )}
      </ul>
      {list.hasNextPage ? (
        <Button
          variant="soft"
          className="mt-4"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}
