import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { getLegalTextPath } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { ActionDialog } from '../ui/forms-and-actions.tsx';
import { Fact, Facts, PageHead, PageState, Panel } from '../ui/panels.tsx';

type LegalText = Reply<'getConsoleLegalTexts'>['data'][number];
type WaitingText = LegalText & { waiting: NonNullable<LegalText['waiting']> };

const legalTextsQuery = queryOptions({
  queryKey: ['legal-texts'],
  queryFn: async ({ signal }) => (await call('getConsoleLegalTexts', { signal })).data,
});

const isWaiting = (text: LegalText): text is WaitingText => text.waiting !== null;

/** Which version of each text holds, and the form that announces the next one to everybody. */
export default function LegalTexts() {
  const { t } = useTranslation('admin');
  const query = useQuery(legalTextsQuery);
  const [announced, setAnnounced] = useState<WaitingText | null>(null);
  const texts = query.data;
  if (!texts) return <PageState query={query} />;
  return (
    <div className="grid gap-4">
      <PageHead title={t('menu.legal_texts')} subtitle={t('legalTexts.note')} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        {texts.map((text) => (
          <TextPanel key={text.text} text={text} onAnnounce={setAnnounced} />
        ))}
      </div>
      {announced ? <AnnounceDialog text={announced} onClose={() => setAnnounced(null)} /> : null}
    </div>
  );
}

function TextPanel({ text, onAnnounce }: { text: LegalText; onAnnounce: (text: WaitingText) => void }) {
  const { t } = useTranslation('admin');
  const { formatDate, formatDateTime } = useFormat();
  const hasRight = useRights();
  const { planned } = text;
  return (
    <Panel
      title={text.title}
      aside={
        isWaiting(text) ? (
          <Pill tone="warn">{t('legalTexts.waits')}</Pill>
        ) : planned ? (
          <Pill tone="info">{t('legalTexts.announced')}</Pill>
        ) : null
      }
    >
      <Facts>
        <Fact name={t('legalTexts.holds')}>
          <VersionLink text={text} version={text.version} />
        </Fact>
        <Fact name={t('legalTexts.since')}>{formatDateTime(text.holds_from)}</Fact>
        {planned ? (
          <>
            <Fact name={t('legalTexts.next')}>
              <VersionLink text={text} version={planned.version} />
            </Fact>
            <Fact name={t('legalTexts.announcedAt')}>{formatDateTime(planned.announced_at)}</Fact>
            <Fact name={t('legalTexts.from')}>{formatDateTime(planned.holds_from)}</Fact>
          </>
        ) : null}
        {isWaiting(text) ? (
          <>
            <Fact name={t('legalTexts.newest')}>
              <VersionLink text={text} version={text.waiting.version} />
            </Fact>
            <Fact name={t('legalTexts.earliest')}>{formatDate(text.waiting.earliest)}</Fact>
          </>
        ) : null}
      </Facts>
      {planned?.changes || text.waiting?.changes ? (
        <p className="text-sm text-pretty">{planned?.changes || text.waiting?.changes}</p>
      ) : null}
      {isWaiting(text) && hasRight('legal_texts.announce') ? (
        <Button
          variant="brand"
          size="small"
          className="justify-self-start"
          aria-label={`${t('legalTexts.announce')}: ${text.title}`}
          onClick={() => onAnnounce(text)}
        >
          {t('legalTexts.announce')}
        </Button>
      ) : null}
    </Panel>
  );
}

/** Leads to a version of a legal text on its page of the web app. */
function VersionLink({ text, version }: { text: LegalText; version: string }) {
  const { formatDate } = useFormat();
  return (
    <a href={getLegalTextPath(text.text, version)} target="_blank" rel="noopener" className="link">
      {formatDate(version)}
    </a>
  );
}

function AnnounceDialog({ text, onClose }: { text: WaitingText; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const { formatDate } = useFormat();
  const { version, earliest, notice_days: days } = text.waiting;
  const [holdsFrom, setHoldsFrom] = useState(earliest);
  return (
    <ActionDialog
      about={null}
      title={t('legalTexts.dialogTitle', { title: text.title })}
      description={t('legalTexts.effect')}
      confirmLabel={t('legalTexts.confirm')}
      reasonHint={t('shared.reasonHint')}
      fields={['holds_from']}
      action={(reason) =>
        call('announceLegalText', { body: { text: text.text, version, holds_from: holdsFrom, reason } })
      }
      done={t('legalTexts.done')}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextField
          label={t('legalTexts.from')}
          hint={t('legalTexts.fromHint', { day: formatDate(earliest), days })}
          type="date"
          required
          min={earliest}
          value={holdsFrom}
          error={errorOf('holds_from')}
          onChange={({ target }) => setHoldsFrom(target.value)}
        />
      )}
    </ActionDialog>
  );
}
