import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { statementQuery } from '../../../features/ledger/ledger.api.ts';
import { StatementDetail } from '../../../features/ledger/statements.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { startUserQueries } from '../../../lib/data/shared-queries.ts';
import { parseId, paths } from '../../../lib/paths.ts';
import { AccountSubPage } from '../account-sub-page.tsx';

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = parseId(params.id);
  if (id === null) return null;
  return startUserQueries(() => [queryClient.query(statementQuery(id))]);
};

export function Component() {
  const { t } = useTranslation('money');
  const { id } = useParams();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.statement')}</PageTitle>
      <AccountSubPage title={t('titles.statement')} closePath={paths.statements} isWide>
        <StatementDetail id={Number(id)} />
      </AccountSubPage>
    </div>
  );
}
