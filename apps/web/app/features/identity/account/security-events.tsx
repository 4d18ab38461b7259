import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { RowGroup } from '../../../ui/lists.tsx';
import { securityEventsQuery } from './account.api.ts';
import { useDeviceName } from './use-device-name.ts';

type SecurityEvent = Reply<'listSecurityEvents'>['data'][number];

/** What the server lists at most is thirty. */
const EVENTS_AT_FIRST = 5;

/** What happened to the access to the account, newest first. */
export function SecurityEvents() {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8 grid gap-3">
      <h2 id={id} className="h3">
        {t('securityEvents.title')}
      </h2>
      <QueryState
        query={useQuery(securityEventsQuery)}
        reassurance={t('safe')}
        loading={
          <Loading className="grid gap-3">
            <Skeleton className="h-40 rounded-lg!" />
          </Loading>
        }
      >
        {(events) => <SecurityEventList events={events} />}
      </QueryState>
    </section>
  );
}

function SecurityEventList({ events }: { events: readonly SecurityEvent[] }) {
  const { t } = useTranslation('account');
  const [isExpanded, setExpanded] = useState(false);
  if (events.length === 0) return <p className="text-muted">{t('securityEvents.none')}</p>;
  return (
    <>
      <p className="text-pretty text-muted">
        <Trans
          t={t}
          i18nKey="securityEvents.text"
          components={{ password: <Link to={paths.password} className="link" /> }}
        />
      </p>
      <RowGroup>
        {(isExpanded ? events : events.slice(0, EVENTS_AT_FIRST)).map((event) => (
          <SecurityEventRow key={event.id} event={event} />
        ))}
      </RowGroup>
      {events.length > EVENTS_AT_FIRST && !isExpanded ? (
        <Button variant="soft" onClick={() => setExpanded(true)}>
          {t('securityEvents.more')}
        </Button>
      ) : null}
    </>
  );
}

function SecurityEventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation('account');
  const { formatDayTime } = useFormat();
  const formatDeviceName = useDeviceName();
  const { kind, created_at, device_name, network } = event;
  const details = [
    formatDayTime(created_at),
    device_name && isolateWords(formatDeviceName(device_name)),
    network && t('securityEvents.network', { network }),
  ];
  return (
    <li className="grid min-h-[60px] content-center py-2.5 leading-5">
      <span className="font-semibold">{t(`securityEvents.kinds.${kind}`)}</span>
      <span className="text-[.8125rem] break-words text-muted">{details.filter(Boolean).join(' · ')}</span>
    </li>
  );
}
