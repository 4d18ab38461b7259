import type { EndpointName, endpoints } from '@wopack/contract';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResourceName, type Row, resources } from '../lib/resources.ts';
import { useFormat } from '../lib/use-console.ts';
import type admin from '../locales/en/admin.json';
import { usePeriodFilters } from '../ui/filter-bar.tsx';
import { ListPage } from '../ui/list-page.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Fact, Facts } from '../ui/panels.tsx';

type AuditEntry = Row<'audit'>;

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

/** Who did what, when and why; nothing in it can be changed. */
export default function Audit() {
  const { t } = useTranslation('admin');
  const period = usePeriodFilters();
  const { formatDateTimeSeconds } = useFormat();
  const { names, nameAction } = useActionNames();
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const actions = [...names, ['operator', t('audit.commands')] as const]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const columns: Column<'audit'>[] = [
    {
      key: 'at',
      head: t('shared.at'),
      sort: 'id',
      render: (row) => (
        <button
          type="button"
          className="underline underline-offset-3 pointer-coarse:min-h-11"
          onClick={() => setShown(row)}
        >
          {formatDateTimeSeconds(row.at)}
        </button>
      ),
    },
    { key: 'operator', head: t('audit.operator'), render: nameOperator },
    {
      key: 'subject',
      head: t('audit.subject'),
      render: (row) => [row.subject_kind, row.subject_id].filter(Boolean).join(' ') || '–',
    },
    {
      key: 'reason',
      head: t('audit.reason'),
      render: (row) => (
        <span className="inline-block max-w-72 truncate align-bottom">{row.reason || '–'}</span>
      ),
    },
    {
      key: 'action',
      isState: true,
      head: t('audit.action'),
      render: (row) => <span title={row.action}>{nameAction(row.action)}</span>,
    },
  ];
  return (
    <>
      <ListPage
        resource="audit"
        title={t('menu.audit')}
        columns={columns}
        filters={[
          ...period,
          { kind: 'choice', name: 'action', label: t('audit.action'), options: actions },
          { kind: 'text', name: 'subject_kind', label: t('audit.subjectKind') },
          { kind: 'text', name: 'subject_id', label: t('audit.subjectId') },
          { kind: 'record', name: 'operator_id', label: t('audit.operator') },
        ]}
        sort={{ field: 'id', order: 'DESC' }}
        emptyText={t('audit.empty')}
      />
      {shown ? <EntrySheet entry={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}

const nameOperator = (entry: AuditEntry) => entry.operator_name || '–';

function EntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { formatDateTimeSeconds } = useFormat();
  const { nameAction } = useActionNames();
  return (
    <Sheet
      open
      onClose={onClose}
      title={nameAction(entry.action)}
      description={formatDateTimeSeconds(entry.at)}
    >
      <Facts>
        <Fact name={t('audit.action')}>
          <span className="font-mono text-xs break-all">{entry.action}</span>
        </Fact>
        <Fact name={t('audit.operator')}>{nameOperator(entry)}</Fact>
        {entry.subject_kind ? (
          <Fact name={t('audit.subject')}>
            {entry.subject_kind} {entry.subject_id}
          </Fact>
        ) : null}
        {entry.reason ? <Fact name={t('audit.reason')}>{entry.reason}</Fact> : null}
        <Fact name={t('audit.request')}>
          <span className="font-mono text-xs break-all">{entry.request || '–'}</span>
        </Fact>
      </Facts>
      <Values title={t('audit.before')} json={entry.before} />
      <Values title={t('audit.after')} json={entry.after} />
    </Sheet>
  );
}

function Values({ title, json }: { title: string; json: string }) {
  if (!json) return null;
  return (
    <div className="grid gap-1 pt-2">
      <h3 className="text-sm font-bold">{title}</h3>
      <pre className="overflow-x-auto rounded-sm bg-quiet p-3 text-xs whitespace-pre-wrap break-all">
        {formatJson(json)}
      </pre>
    </div>
  );
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
