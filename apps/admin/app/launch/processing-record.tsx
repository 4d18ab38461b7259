import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';

type Activity = Reply<'getProcessingRecord'>['data']['activities'][number];

/** Record of processing activities (GDPR article 30), as an authority may ask for it. */
export default function ProcessingRecord() {
  const { t } = useTranslation('admin');
  const query = useQuery({
    queryKey: ['processing-record'],
    queryFn: async ({ signal }) => (await call('getProcessingRecord', { signal })).data,
  });
  const record = query.data;
  if (!record) return <PageState query={query} />;
  const { controller } = record;
  return (
    <div className="grid gap-4">
      <PageHead
        title={t('processing.title')}
        subtitle={t('processing.version', { version: record.version })}
        back={{ to: '/launch', label: t('menu.launch') }}
      />
      <Panel title={t('processing.controller')}>
        <Facts>
          <Fact name={t('processing.name')}>{controller.name}</Fact>
          <Fact name={t('processing.address')}>{controller.address || '–'}</Fact>
          <Fact name={t('processing.email')}>{controller.email ?? '–'}</Fact>
        </Facts>
        <p>
          <b>{t('processing.security')}</b> {record.security}
        </p>
        <p className="text-muted">{t('processing.transfers')}</p>
      </Panel>
      {record.activities.map((activity) => (
        <ActivityPanel key={activity.id} activity={activity} />
      ))}
    </div>
  );
}

function ActivityPanel({ activity }: { activity: Activity }) {
  const { t } = useTranslation('admin');
  const facts = ['purpose', 'basis', 'people', 'data', 'recipients'] as const;
  return (
    <Panel title={activity.title}>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_1fr]">
        {facts.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{t(`processing.${name}`)}</dt>
            <dd className="max-sm:mb-2">{activity[name]}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {t('processing.columns', { number: activity.columns.length })}
        </summary>
        <DataTable
          caption={`${activity.title}: ${t('processing.columns', { number: activity.columns.length })}`}
          rows={activity.columns}
          getKey={({ table, column }) => `${table}.${column}`}
          size="small"
          columns={[
            {
              key: 'column',
              head: t('processing.column'),
              render: ({ table, column }) => (
                <code className="text-xs wrap-anywhere">
                  {table}.{column}
                </code>
              ),
            },
            { key: 'fate', head: t('processing.fate'), render: ({ fate }) => t(`processing.fates.${fate}`) },
          ]}
        />
      </details>
    </Panel>
  );
}
